import { useEffect } from 'preact/hooks';
import { loadSession, sessionState } from '../data/session.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { AskForLink } from '../sign-in/ask-for-link.tsx';
import { words } from '../words/words.ts';

/** Lies over the screen, which keeps everything that was typed into it, until the person has signed in again. */
export function SessionEnded() {
  const isEnded = sessionState.value.kind === 'ended';
  useEffect(() => {
    if (!isEnded) return;
    const look = (): void => {
      if (document.visibilityState === 'visible') void loadSession();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isEnded]);
  if (!isEnded) return null;
  const { signIn } = words();
  return (
    <Dialog title={signIn.endedTitle}>
      <p class="lead">{signIn.ended}</p>
      <AskForLink />
      <div class="dialog-actions">
        <Button kind="primary" onClick={loadSession}>
          {signIn.check}
        </Button>
      </div>
    </Dialog>
  );
}
