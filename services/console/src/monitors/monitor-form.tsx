import { maskFaults } from '@vedette/contract/masks';
import { monitorFaults } from '@vedette/contract/monitor-fields';
import { requestHeaderFaults } from '@vedette/contract/request-headers';
import { useSignal } from '@preact/signals';
import type { ErrorDetail, Monitor, MonitorCreate, MonitorTest } from '@vedette/sdk';
import type { RecipeCall } from '@vedette/sdk/recipes';
import { validate } from 'virtual:validators/createMonitor';
import { api } from '../api/client.ts';
import { bodyFaults } from '../forms/body-faults.ts';
import { ChoiceField, TextField } from '../forms/form-field.tsx';
import { MoreFields } from '../forms/more-fields.tsx';
import { useForm } from '../forms/use-form.ts';
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

type Body = Record<string, unknown>;

interface Props {
  readonly initial: Draft;
  /** The monitor that is edited; undefined for a new one. */
  readonly monitor?: Monitor;
  readonly cancelAddress: string;
  readonly onSave: (body: Body) => Promise<unknown>;
}

function faultsOf(body: Body): ErrorDetail[] {
  return bodyFaults(validate, body, () => [
    ...maskFaults(body),
    ...monitorFaults(body),
    ...requestHeaderFaults(body['requestHeaders'] as Record<string, string> | null | undefined),
  ]);
}

export function MonitorForm({ initial, monitor, cancelAddress, onSave }: Props) {
  const { form: texts } = formWords();
  const { common, recipe, types } = words();
  const { monitors } = monitorWords();
  const form = useForm({ initial, bodyOf, faultsOf, send: onSave });
  const { draft, change, fault } = form;
  const tested = useSignal<MonitorTest | undefined>(undefined);
  const test = (): Promise<void> => {
    tested.value = undefined;
    return form.tryOut(async (body) => {
      // A worker may need the timeout twice, and somebody waits for the answer.
      const wait = { retries: 0, deadlineMs: TEST_DEADLINE_MS };
      tested.value = await api().monitorTests.run(body as unknown as MonitorCreate, wait);
    });
  };
  const { type } = draft;
  const { first, more } = FIELDS[type];
  const field = (name: FieldName) => (
    <MonitorField key={name} name={name} draft={draft} fault={fault(name)} onChange={change} />
  );
  return (
    <form
      class="form-columns"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <div class="card form-card">
        {form.failure !== undefined && <FailureNotice failure={form.failure} isWrite />}
        <TextField label={texts.name} value={draft.name} fault={fault('name')} onChange={(name) => change({ name })} />
        <ChoiceField
          label={monitors.type}
          hint={texts.typeHints[type]}
          value={type}
          fault={fault('type')}
          choices={TYPES.map((each) => [each, types[each]])}
          onChange={(chosen) => change({ type: chosen })}
        />
        {first.map(field)}
        {more.length > 0 && (
          <MoreFields title={texts.more} isFaulty={more.some((name) => fault(name) !== undefined)}>
            {more.map(field)}
          </MoreFields>
        )}
        <div class="form-actions">
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {monitor === undefined ? texts.create : common.save}
          </Button>
          {type !== 'CRON' && <Button onClick={test}>{texts.test}</Button>}
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
          <RecipeText call={callOf(draft, initial, monitor)} />
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
