import type { ErrorDetail, IncidentDetail } from '@vedette/sdk';
import { validate } from 'virtual:validators/addIncidentNote';
import { api } from '../api/client.ts';
import type { Resource } from '../data/resource.ts';
import { bodyFaults } from '../forms/body-faults.ts';
import { TextField } from '../forms/form-field.tsx';
import { useForm } from '../forms/use-form.ts';
import { Button } from '../parts/button.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Recipe } from '../parts/recipe.tsx';
import { incidentWords } from '../words/incidents.ts';

interface Draft {
  readonly text: string;
}

function bodyOf({ text }: Draft): Draft {
  return { text: text.trim() };
}

function faultsOf(body: Draft): ErrorDetail[] {
  return bodyFaults(validate, body, () => []);
}

/** What others who work on the incident should know. */
export function NewNote({ known }: { readonly known: Resource<IncidentDetail> }) {
  const { incidents: texts } = incidentWords();
  const id = known.value.value?.id ?? '';
  const form = useForm({
    initial: { text: '' },
    bodyOf,
    faultsOf,
    send: async (body) => {
      known.set(await api().incidents.addNote(id, body));
      form.change({ text: '' });
    },
  });
  return (
    <form
      class="card form-card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {form.failure !== undefined && <FailureNotice failure={form.failure} isWrite />}
      <TextField
        label={texts.newNote}
        hint={texts.newNoteHint}
        kind="long"
        value={form.draft.text}
        fault={form.fault('text')}
        onChange={(text) => form.change({ text })}
      />
      <div class="form-actions">
        <Button type="submit" isBusy={form.isBusy}>
          {texts.addNote}
        </Button>
        <Recipe call={{ method: 'incidents.addNote', ids: [id], body: bodyOf(form.draft) }} />
      </div>
    </form>
  );
}
