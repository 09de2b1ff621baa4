import { monitorFaults } from '@vedette/contract/monitor-fields';
import { requestHeaderFaults } from '@vedette/contract/request-headers';
import { useSignal } from '@preact/signals';
import type { ErrorDetail, Monitor, MonitorCreate, MonitorTest } from '@vedette/sdk';
import type { RecipeCall } from '@vedette/sdk/recipes';
import { validate as validateCreate } from 'virtual:validators/createMonitor';
import { api, type Failure } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import { bodyFaults, faultOf } from '../forms/body-faults.ts';
import { ChoiceField, TextField } from '../forms/form-field.tsx';
import { Button } from '../parts/button.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { RecipeText } from '../parts/recipe-text.tsx';
import { formWords } from '../words/form.ts';
import { monitorWords } from '../words/monitors.ts';
import { words } from '../words/words.ts';
import { TYPES } from './arrangement.ts';
import { bodyOf, changesOf, FIELDS, type Draft, type FieldName } from './monitor-draft.ts';
import { MonitorField } from './monitor-field.tsx';
import { TestResult } from './test-result.tsx';

/** Two attempts of the longest timeout, and a wait for a worker. */
const TEST_DEADLINE_MS = 150_000;

interface Props {
  readonly initial: Draft;
  /** The monitor that is edited; undefined for a new one. */
  readonly monitor?: Monitor;
  readonly cancelAddress: string;
  readonly onSave: (body: Record<string, unknown>) => Promise<unknown>;
}

/** The contract's own validator and rules, so that a fault here reads as the server would word it. */
export function draftFaults(body: Record<string, unknown>): ErrorDetail[] {
  return bodyFaults(validateCreate, body, () => [
    ...monitorFaults(body),
    ...requestHeaderFaults(body['requestHeaders'] as Record<string, string> | null | undefined),
  ]);
}

export function MonitorForm({ initial, monitor, cancelAddress, onSave }: Props) {
  const { form } = formWords();
  const { common, recipe, types } = words();
  const { monitors: texts } = monitorWords();
  const draft = useSignal(initial);
  const faults = useSignal<readonly ErrorDetail[]>([]);
  const failure = useSignal<Failure | undefined>(undefined);
  const isBusy = useSignal(false);
  const tested = useSignal<MonitorTest | undefined>(undefined);
  const change = (fields: Partial<Draft>): void => {
    draft.value = { ...draft.value, ...fields };
    // What was said about a field holds no longer once it changes.
    faults.value = faults.value.filter(({ path }) => !Object.hasOwn(fields, path.split('.')[0] ?? ''));
  };
  const isValid = (body: Record<string, unknown>): boolean => {
    faults.value = draftFaults(body);
    failure.value = undefined;
    if (faults.value.length > 0) focusFirstFault();
    return faults.value.length === 0;
  };
  /** Faults that only the server finds stand beside the same fields. */
  const send = async (work: () => Promise<unknown>): Promise<void> => {
    failure.value = await attempt(work);
    if (failure.value === undefined || failure.value.details.length === 0) return;
    faults.value = failure.value.details;
    focusFirstFault();
  };
  const save = async (): Promise<void> => {
    const body = bodyOf(draft.value);
    if (!isValid(body)) return;
    isBusy.value = true;
    await send(() => onSave(body));
    isBusy.value = false;
  };
  const test = async (): Promise<void> => {
    const body = bodyOf(draft.value);
    tested.value = undefined;
    if (!isValid(body)) return;
    await send(async () => {
      // A worker may need the timeout twice, and somebody waits for the answer.
      const wait = { retries: 0, deadlineMs: TEST_DEADLINE_MS };
      tested.value = await api().monitorTests.run(body as unknown as MonitorCreate, wait);
    });
  };
  const { type } = draft.value;
  const { first, more } = FIELDS[type];
  const field = (name: FieldName) => (
    <MonitorField key={name} name={name} draft={draft.value} fault={faultOf(faults.value, name)} onChange={change} />
  );
  return (
    <form
      class="form-columns"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div class="card form-card">
        {failure.value !== undefined && <FailureNotice failure={failure.value} isWrite />}
        <TextField
          label={form.name}
          value={draft.value.name}
          fault={faultOf(faults.value, 'name')}
          onChange={(name) => change({ name })}
        />
        <ChoiceField
          label={texts.type}
          hint={form.typeHints[type]}
          value={type}
          fault={faultOf(faults.value, 'type')}
          choices={TYPES.map((each) => [each, types[each]])}
          onChange={(chosen) => change({ type: chosen })}
        />
        {first.map(field)}
        {more.length > 0 && (
          <details class="more" open={faults.value.some(({ path }) => more.some((name) => path.startsWith(name)))}>
            <summary>{form.more}</summary>
            <div class="form">{more.map(field)}</div>
          </details>
        )}
        <div class="form-actions">
          <Button type="submit" kind="primary" isBusy={isBusy.value}>
            {monitor === undefined ? form.create : common.save}
          </Button>
          {type !== 'CRON' && <Button onClick={test}>{form.test}</Button>}
          <a class="button quiet" href={cancelAddress}>
            {common.cancel}
          </a>
        </div>
        {tested.value !== undefined && <TestResult result={tested.value} />}
      </div>
      <section class="card">
        <header>
          <h2>{recipe.title}</h2>
        </header>
        <div class="card-body">
          <RecipeText call={callOf(draft.value, initial, monitor)} />
        </div>
      </section>
    </form>
  );
}

/** The form as a call: what it would create, or what it would change. */
function callOf(draft: Draft, initial: Draft, monitor: Monitor | undefined): RecipeCall {
  const body = bodyOf(draft);
  if (monitor !== undefined) {
    return { method: 'monitors.update', ids: [monitor.id], body: changesOf(bodyOf(initial), body) };
  }
  const given = Object.entries(body).filter(([, value]) => value !== null);
  return { method: 'monitors.create', body: Object.fromEntries(given) };
}

/** After the faults are on the screen. */
function focusFirstFault(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus());
}
