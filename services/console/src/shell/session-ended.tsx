import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Failure } from '../api/client.ts';
import { loadSession, session, sessionState } from '../data/session.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { AskForLink } from '../sign-in/ask-for-link.tsx';
import { words } from '../words/words.ts';

/** A dialog over the screen until the person has signed in again. The screen keeps everything that was typed. */
export function SessionEnded() {
  const isEnded = sessionState.value.kind === 'ended';
  const failure = useSignal<Failure | undefined>(undefined);
  useEffect(() => {
    failure.value = undefined;
    if (!isEnded) return;
    const look = (): void => {
      if (document.visibilityState === 'visible') void loadSession();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isEnded]);
  if (!isEnded) return null;
  const { signIn } = words();
  const check = async (): Promise<void> => {
    failure.value = await loadSession();
  };
  return (
    <Dialog title={signIn.endedTitle}>
      <p class="lead">{signIn.ended}</p>
      <AskForLink email={session.value?.person.email} />
      {failure.value !== undefined && <NotYet failure={failure.value} />}
      <div class="dialog-actions">
        <Button kind="primary" onClick={check}>
          {signIn.check}
        </Button>
      </div>
    </Dialog>
  );
}

function NotYet({ failure }: { readonly failure: Failure }) {
  if (failure.code !== 'unauthorized') return <FailureNotice failure={failure} />;
  return (
    <p class="notice slow" role="alert">
      {words().signIn.notYet}
    </p>
  );
}
