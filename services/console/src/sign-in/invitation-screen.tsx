import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { useEffect, useState } from 'preact/hooks';
import type { Failure } from '../api/client.ts';
import { BASE } from '../base-path.ts';
import { attempt } from '../data/attempt.ts';
import { acceptInvitation } from '../data/session.ts';
import { Button } from '../parts/button.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { signInWords } from '../words/sign-in.ts';
import { words } from '../words/words.ts';
import { AskForLink } from './ask-for-link.tsx';
import { takeToken } from './token.ts';

/** Opening a link does not join an organization; pressing the button does. */
export function InvitationScreen() {
  const { signIn, product } = words();
  const { invitation } = signInWords();
  const { route } = useLocation();
  const [token] = useState(takeToken);
  const failure = useSignal<Failure | undefined>(undefined);
  useEffect(() => {
    document.title = `${invitation.title} · ${product}`;
  }, [invitation, product]);
  const accept = async (): Promise<void> => {
    failure.value = await attempt(async () => {
      await acceptInvitation(token ?? '');
      route(`${BASE}/`);
    });
  };
  const isRefused = failure.value?.code === 'unauthorized' || token === undefined;
  return (
    <main class="sign-in" id="main">
      <div class="card">
        <p class="brand">
          <i aria-hidden="true" />
          {product}
        </p>
        <h1>{invitation.title}</h1>
        {isRefused ? (
          <>
            <div class="notice slow" role="alert">
              <p>{invitation.refused}</p>
            </div>
            <h2>{signIn.title}</h2>
            <AskForLink />
          </>
        ) : (
          <>
            <p class="lead">{invitation.lead}</p>
            {failure.value !== undefined && <FailureNotice failure={failure.value} isWrite />}
            <Button kind="primary" onClick={accept}>
              {invitation.accept}
            </Button>
          </>
        )}
      </div>
    </main>
  );
}
