import { useSignal } from '@preact/signals';
import type { SignInMethod } from '@vedette/sdk';
import { useEffect } from 'preact/hooks';
import { api, Failure } from '../api/client.ts';
import { CopyText } from '../parts/copy-text.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { words } from '../words/words.ts';
import type { MailForm } from './mail-form.tsx';

const COMMAND = 'npx -y pnpm vedette person link --email you@example.com';

interface Props {
  /** The address of the person, if it is known. */
  readonly email?: string | undefined;
}

/** By mail where the installation sends mail, and on the command line everywhere. */
export function AskForLink({ email = '' }: Props) {
  const { signIn } = words();
  const methods = useSignal<readonly SignInMethod['type'][] | undefined>(undefined);
  const mailForm = useSignal<typeof MailForm | undefined>(undefined);
  const failure = useSignal<Failure | undefined>(undefined);
  const load = async (): Promise<void> => {
    try {
      const { data } = await api().signIn.listMethods();
      const types = data.map(({ type }) => type);
      // The form is loaded on demand, because an installation without mail needs none. If that fails, the command line
      // still works.
      const form = types.includes('MAIL') ? await import('./mail-form.tsx').catch(() => undefined) : undefined;
      mailForm.value = form?.MailForm;
      methods.value = types;
      failure.value = undefined;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failure.value = error;
    }
  };
  useEffect(() => void load(), []);

  if (failure.value !== undefined) return <FailureNotice failure={failure.value} onRetry={load} />;
  if (methods.value === undefined) return null;
  const ByMail = mailForm.value;
  return (
    <>
      {ByMail !== undefined && <ByMail email={email} />}
      <p class="soft">{methods.value.includes('MAIL') ? signIn.operator : signIn.noMail}</p>
      <CopyText text={COMMAND} />
    </>
  );
}
