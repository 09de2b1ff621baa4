import { useSignal } from '@preact/signals';
import type { ErrorDetail } from '@vedette/sdk';
import { validate } from 'virtual:validators/createSignInLink';
import { api } from '../api/client.ts';
import { bodyFaults } from '../forms/body-faults.ts';
import { FormField } from '../forms/form-field.tsx';
import { useForm } from '../forms/use-form.ts';
import { Button } from '../parts/button.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { words } from '../words/words.ts';

function faultsOf(body: object): ErrorDetail[] {
  return bodyFaults(validate, body, () => []);
}

/** Asks for a link by mail. */
export function MailForm({ email: known }: { readonly email: string }) {
  const { signIn } = words();
  const askedFor = useSignal<string | undefined>(undefined);
  const form = useForm({
    initial: { email: known },
    bodyOf: ({ email }) => ({ email: email.trim() }),
    faultsOf,
    send: async (body) => {
      await api().signIn.createLink(body);
      askedFor.value = body.email;
    },
  });
  if (askedFor.value !== undefined) {
    return (
      <div class="notice good" role="status">
        <p>{signIn.asked(askedFor.value)}</p>
        <Button onClick={() => (askedFor.value = undefined)}>{signIn.askAgain}</Button>
      </div>
    );
  }
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {form.failure !== undefined && <FailureNotice failure={form.failure} isWrite />}
      <FormField
        label={signIn.email}
        fault={form.fault('email')}
        control={(ties) => (
          <input
            {...ties}
            type="email"
            autocomplete="email"
            value={form.draft.email}
            onInput={(event) => form.change({ email: event.currentTarget.value })}
          />
        )}
      />
      <Button type="submit" kind="primary" isBusy={form.isBusy}>
        {signIn.ask}
      </Button>
    </form>
  );
}
