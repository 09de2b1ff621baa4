import { useSignal } from '@preact/signals';
import type { ErrorDetail, IncidentDetail } from '@vedette/sdk';
import { validate } from 'virtual:validators/addIncidentNote';
import { api, type Failure } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import type { Resource } from '../data/resource.ts';
import { bodyFaults, faultOf } from '../forms/body-faults.ts';
import { TextField } from '../forms/form-field.tsx';
import { Button } from '../parts/button.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Recipe } from '../parts/recipe.tsx';
import { incidentWords } from '../words/incidents.ts';

/** What others who work on the incident should know. */
export function NewNote({ known }: { readonly known: Resource<IncidentDetail> }) {
  const { incidents: texts } = incidentWords();
  const text = useSignal('');
  const isBusy = useSignal(false);
  const faults = useSignal<readonly ErrorDetail[]>([]);
  const failure = useSignal<Failure | undefined>(undefined);
  const id = known.value.value?.id ?? '';
  const body = { text: text.value.trim() };
  const add = async (): Promise<void> => {
    faults.value = bodyFaults(validate, body, () => []);
    if (faults.value.length > 0 || isBusy.value) return;
    isBusy.value = true;
    failure.value = await attempt(async () => known.set(await api().incidents.addNote(id, body)));
    isBusy.value = false;
    if (failure.value === undefined) text.value = '';
  };
  return (
    <form
      class="card form-card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      {failure.value !== undefined && <FailureNotice failure={failure.value} isWrite />}
      <TextField
        label={texts.newNote}
        hint={texts.newNoteHint}
        kind="long"
        value={text.value}
        fault={faultOf(faults.value, 'text')}
        onChange={(value) => (text.value = value)}
      />
      <div class="form-actions">
        <Button type="submit" isBusy={isBusy.value}>
          {texts.addNote}
        </Button>
        <Recipe call={{ method: 'incidents.addNote', ids: [id], body }} />
      </div>
    </form>
  );
}
