import { useSignal } from '@preact/signals';
import type { ErrorDetail, Organization } from '@vedette/sdk';
import { useLocation } from 'preact-iso';
import { validate } from 'virtual:validators/updateOrganization';
import { api } from '../api/client.ts';
import { BASE } from '../base-path.ts';
import { forgetResources, resource, useResource, type Resource } from '../data/resource.ts';
import { loadSession, may, session } from '../data/session.ts';
import { bodyFaults } from '../forms/body-faults.ts';
import { TextField } from '../forms/form-field.tsx';
import { FormFrame } from '../forms/form-frame.tsx';
import { useForm } from '../forms/use-form.ts';
import { dateAndTime } from '../format/format.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Screen } from '../parts/screen.tsx';
import { Time } from '../parts/time.tsx';
import { organizationWords } from '../words/organization.ts';
import { words } from '../words/words.ts';

const organization = (): Resource<Organization> => resource('organization', async () => await api().organization.get());

export function OrganizationScreen() {
  const { organization: texts } = organizationWords();
  const known = useResource(organization());
  return (
    <Screen title={texts.title} recipe={{ method: 'organization.get' }}>
      <Loaded from={known}>
        {(found) => (
          <div class="stack narrow">
            {may('ADMIN') && <Rename key={found.id} found={found} />}
            <section class="card">
              <Facts
                rows={[
                  [texts.name, may('ADMIN') ? undefined : found.name],
                  [texts.id, <code key="id">{found.id}</code>],
                  [texts.plan, found.plan],
                  [texts.subscription, texts.subscriptions[found.subscription]],
                  [texts.created, <Time key="created" at={found.createdAt} format={dateAndTime} />],
                ]}
              />
            </section>
            <Ends found={found} />
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

function faultsOf(body: object): ErrorDetail[] {
  return bodyFaults(validate, body, () => []);
}

function Rename({ found }: { readonly found: Organization }) {
  const { organization: texts } = organizationWords();
  const isSaved = useSignal(false);
  const form = useForm({
    initial: { name: found.name },
    bodyOf: ({ name }) => ({ name: name.trim() }),
    faultsOf,
    send: async (body) => {
      organization().set(await api().organization.update(body));
      isSaved.value = true;
      await loadSession();
    },
  });
  return (
    <FormFrame form={form} action={words().common.save}>
      <TextField
        label={texts.name}
        value={form.draft.name}
        fault={form.fault('name')}
        onChange={(name) => {
          isSaved.value = false;
          form.change({ name });
        }}
      />
      <p role="status" class="good-text">
        {isSaved.value && texts.saved}
      </p>
    </FormFrame>
  );
}

/** Leaving the organization, and deleting it. */
function Ends({ found }: { readonly found: Organization }) {
  const { organization: texts, people } = organizationWords();
  const { route } = useLocation();
  const step = useSignal<'leave' | 'delete' | undefined>(undefined);
  const close = (): void => void (step.value = undefined);
  const away = async (): Promise<void> => {
    forgetResources();
    await loadSession();
    route(`${BASE}/`);
  };
  return (
    <section class="card form-card">
      <h2>{texts.ends}</h2>
      <p class="soft">{texts.endsLead}</p>
      <div class="form-actions">
        <Button onClick={() => void (step.value = 'leave')}>{people.leave}</Button>
        {may('OWNER') && <Button onClick={() => void (step.value = 'delete')}>{texts.delete}</Button>}
      </div>
      {step.value === 'leave' && (
        <ConfirmDialog
          title={people.leaveTitle}
          text={people.leaveText}
          action={people.leave}
          onConfirm={async () => {
            await api().members.remove(session.value?.person.id ?? '');
            await away();
          }}
          onClose={close}
        />
      )}
      {step.value === 'delete' && (
        <ConfirmDialog
          title={texts.deleteTitle(found.name)}
          text={texts.deleteText}
          action={texts.delete}
          typed={{ label: texts.typeName, text: found.name }}
          onConfirm={async () => {
            await api().organization.delete();
            await away();
          }}
          onClose={close}
        />
      )}
    </section>
  );
}
