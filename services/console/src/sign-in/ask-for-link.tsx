import { useSignal } from '@preact/signals';
import type { SignInMethod } from '@vedette/sdk';
import { useEffect } from 'preact/hooks';
import { api, Failure } from '../api/client.ts';
import { Button } from '../parts/button.tsx';
import { CopyText } from '../parts/copy-text.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { words } from '../words/words.ts';

const COMMAND = 'npx -y pnpm vedette person link --email you@example.com';

/** By mail where the installation sends mail, and on the command line everywhere. */
export function AskForLink() {
  const { signIn } = words();
  const methods = useSignal<readonly SignInMethod['type'][] | undefined>(undefined);
  const failure = useSignal<Failure | undefined>(undefined);
  const load = async (): Promise<void> => {
    try {
      const { data } = await api().signIn.listMethods();
      methods.value = data.map(({ type }) => type);
      failure.value = undefined;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failure.value = error;
    }
  };
  useEffect(() => void load(), []);

  if (failure.value !== undefined) return <FailureNotice failure={failure.value} onRetry={load} />;
  if (methods.value === undefined) return null;
  const hasMail = methods.value.includes('MAIL');
  return (
    <>
      {hasMail && <MailForm />}
      <p class="soft">{hasMail ? signIn.operator : signIn.noMail}</p>
      <CopyText text={COMMAND} />
    </>
  );
}

function MailForm() {
  const { signIn } = words();
  const email = useSignal('');
  const askedFor = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  const failure = useSignal<Failure | undefined>(undefined);
  const ask = async (): Promise<void> => {
    isBusy.value = true;
    failure.value = undefined;
    try {
      await api().signIn.createLink({ email: email.value });
      askedFor.value = email.value;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failure.value = error;
    } finally {
      isBusy.value = false;
    }
  };
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
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      {failure.value !== undefined && <FailureNotice failure={failure.value} isWrite />}
      <label class="field">
        <span>{signIn.email}</span>
        <input
          type="email"
          autocomplete="email"
          required
          value={email.value}
          onInput={(event) => (email.value = event.currentTarget.value)}
        />
      </label>
      <Button type="submit" kind="primary" isBusy={isBusy.value}>
        {signIn.ask}
      </Button>
    </form>
  );
}
