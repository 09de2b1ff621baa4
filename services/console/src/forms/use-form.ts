import { useSignal } from '@preact/signals';
import type { ErrorDetail } from '@vedette/sdk';
import type { Failure } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import { faultOf, serverFaults } from './body-faults.ts';

interface Purpose<Draft, Body> {
  readonly initial: Draft;
  /** What is sent. Its fields have the names that the draft gives them, so that faults appear beside them. */
  readonly bodyOf: (draft: Draft) => Body;
  readonly faultsOf: (body: Body, draft: Draft) => readonly ErrorDetail[];
  readonly send: (body: Body) => Promise<unknown>;
}

export interface Form<Draft, Body = unknown> {
  readonly draft: Draft;
  readonly failure: Failure | undefined;
  readonly isBusy: boolean;
  readonly change: (fields: Partial<Draft>) => void;
  /** What is wrong with a field; undefined if nothing is. */
  readonly fault: (field: string) => string | undefined;
  readonly submit: () => Promise<void>;
  /** Does something else with a body that is right, and shows its faults in the same way. */
  readonly tryOut: (work: (body: Body) => Promise<unknown>) => Promise<void>;
}

/** A form that is checked before it is sent, and that shows what the server found beside the same fields. */
export function useForm<Draft extends object, Body extends object>(purpose: Purpose<Draft, Body>): Form<Draft, Body> {
  const draft = useSignal(purpose.initial);
  const faults = useSignal<readonly ErrorDetail[]>([]);
  const failure = useSignal<Failure | undefined>(undefined);
  const isBusy = useSignal(false);
  const tryOut = async (work: (body: Body) => Promise<unknown>): Promise<void> => {
    const body = purpose.bodyOf(draft.value);
    faults.value = purpose.faultsOf(body, draft.value);
    failure.value = undefined;
    if (faults.value.length === 0) {
      failure.value = await attempt(() => work(body));
      faults.value = serverFaults(failure.value);
    }
    if (faults.value.length > 0) focusFirstFault();
  };
  const submit = async (): Promise<void> => {
    if (isBusy.peek()) return;
    isBusy.value = true;
    await tryOut(purpose.send);
    isBusy.value = false;
  };
  return {
    draft: draft.value,
    failure: failure.value,
    isBusy: isBusy.value,
    change: (fields) => {
      draft.value = { ...draft.value, ...fields };
      // A field that changes loses its fault.
      faults.value = faults.value.filter(({ path }) => !Object.hasOwn(fields, path.split('.')[0] ?? ''));
    },
    fault: (field) => faultOf(faults.value, field),
    submit,
    tryOut,
  };
}

/** After the faults are on the screen. */
function focusFirstFault(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus());
}
