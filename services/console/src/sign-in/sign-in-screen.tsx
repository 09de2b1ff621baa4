import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { Failure } from '../api/client.ts';
import { BASE } from '../base-path.ts';
import { redeem, sessionState } from '../data/session.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { signInWords } from '../words/sign-in.ts';
import { words } from '../words/words.ts';
import { AskForLink } from './ask-for-link.tsx';
import { takeDestination } from './destination.ts';
import { hasToken, takeToken } from './token.ts';

export function SignInScreen() {
  const { route } = useLocation();
  const { signIn, product } = words();
  const texts = signInWords();
  const isRedeeming = useSignal(hasToken());
  const failure = useSignal<Failure | undefined>(undefined);

  useEffect(() => {
    document.title = `${signIn.title} · ${product}`;
  }, [signIn, product]);

  const isSignedIn = sessionState.value.kind === 'person' && !isRedeeming.value && failure.value === undefined;
  useEffect(() => {
    if (isSignedIn) route(takeDestination() ?? `${BASE}/`, true);
  }, [isSignedIn]);

  useEffect(() => {
    const follow = async (): Promise<void> => {
      const token = takeToken();
      if (token === undefined) return;
      isRedeeming.value = true;
      failure.value = undefined;
      try {
        await redeem(token);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        failure.value = error;
      } finally {
        isRedeeming.value = false;
      }
    };
    void follow();
    // A link that is pasted over this very page changes nothing but the fragment.
    const onHash = (): void => void follow();
    globalThis.addEventListener('hashchange', onHash);
    return () => globalThis.removeEventListener('hashchange', onHash);
  }, []);

  return (
    <main class="sign-in" id="main">
      <div class="card">
        <p class="brand">
          <i aria-hidden="true" />
          {product}
        </p>
        {isRedeeming.value ? (
          <p class="progress" role="status">
            {texts.redeeming}
          </p>
        ) : (
          <>
            <h1>{signIn.title}</h1>
            <p class="lead">{texts.lead}</p>
            {failure.value !== undefined && <RedeemFailure failure={failure.value} />}
            <AskForLink />
          </>
        )}
      </div>
    </main>
  );
}

function RedeemFailure({ failure }: { readonly failure: Failure }) {
  const texts = signInWords();
  const text = failure.code === 'unauthorized' ? texts.refused : failure.code === 'forbidden' ? texts.insecure : null;
  if (text === null) return <FailureNotice failure={failure} isWrite />;
  return (
    <div class="notice bad" role="alert">
      <p>{text}</p>
    </div>
  );
}
