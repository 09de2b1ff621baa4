import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { api, type Failure } from '../api/client.ts';
import { BASE } from '../base-path.ts';
import { attempt } from '../data/attempt.ts';
import { forgetResources } from '../data/resource.ts';
import { loadSession, redeem, session, sessionState } from '../data/session.ts';
import { Button } from '../parts/button.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { signInWords } from '../words/sign-in.ts';
import { words } from '../words/words.ts';
import { AskForLink } from './ask-for-link.tsx';
import { takeDestination } from './destination.ts';
import { hasToken, takeToken } from './token.ts';

interface Link {
  readonly token: string;
  /** Whom it signs in. */
  readonly email: string;
  /** The person whose session would end; undefined if nobody is known to be signed in. */
  readonly replaces?: string | undefined;
}

/** Opening a link signs nobody in: mail scanners open links too, and other sites can make a browser open one. */
export function SignInScreen() {
  const { route } = useLocation();
  const { signIn, product } = words();
  const texts = signInWords();
  const isReading = useSignal(hasToken());
  const link = useSignal<Link | undefined>(undefined);
  const failure = useSignal<Failure | undefined>(undefined);

  useEffect(() => {
    document.title = `${signIn.title} · ${product}`;
  }, [signIn, product]);

  const isSignedIn =
    sessionState.value.kind === 'person' && !isReading.value && link.value === undefined && failure.value === undefined;
  useEffect(() => {
    if (isSignedIn) route(takeDestination() ?? `${BASE}/`, true);
  }, [isSignedIn]);

  useEffect(() => {
    const read = async (): Promise<void> => {
      const token = takeToken();
      if (token === undefined) return;
      isReading.value = true;
      link.value = undefined;
      failure.value = await attempt(async () => {
        const { email } = await api().signIn.viewLink({ token }, { retries: 0 });
        link.value = { token, email };
      });
      isReading.value = false;
    };
    void read();
    // Pasting another link over this page changes only the fragment, so the page is not loaded again.
    const onHash = (): void => void read();
    globalThis.addEventListener('hashchange', onHash);
    return () => globalThis.removeEventListener('hashchange', onHash);
  }, []);

  const follow = async (followed: Link): Promise<void> => {
    const { token, email, replaces } = followed;
    failure.value = await attempt(() => redeem(token, replaces !== undefined));
    if (failure.value?.code !== 'conflict') {
      forgetResources();
      link.value = undefined;
      return;
    }
    const unknown = await loadSession();
    failure.value = unknown?.code === 'unauthorized' ? undefined : unknown;
    const present = session.value?.person.email;
    link.value = { ...followed, replaces: present };
    // The same person signs in again, so no other session would be lost.
    if (present === email) await follow(link.value);
  };

  return (
    <main class="sign-in" id="main">
      <div class="card">
        <p class="brand">
          <i aria-hidden="true" />
          {product}
        </p>
        {isReading.value ? (
          <p class="progress" role="status">
            {texts.reading}
          </p>
        ) : (
          <>
            <h1>{signIn.title}</h1>
            {link.value === undefined && <p class="lead">{texts.lead}</p>}
            {failure.value !== undefined && <RedeemFailure failure={failure.value} />}
            {link.value === undefined ? <AskForLink /> : <Follow link={link.value} onFollow={follow} />}
          </>
        )}
      </div>
    </main>
  );
}

interface FollowProps {
  readonly link: Link;
  readonly onFollow: (link: Link) => Promise<void>;
}

/** Says whom the link signs in, and whose session ends by it. */
function Follow({ link, onFollow }: FollowProps) {
  const texts = signInWords();
  const { email, replaces } = link;
  return (
    <>
      <p class="lead" role="status">
        {replaces === undefined ? texts.follow(email) : texts.replaces(replaces, email)}
      </p>
      <Button kind="primary" onClick={() => onFollow(link)}>
        {replaces === undefined ? texts.signInAs(email) : texts.replace(replaces, email)}
      </Button>
    </>
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
