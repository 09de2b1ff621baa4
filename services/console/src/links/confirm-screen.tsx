import { useSignal } from '@preact/signals';
import { api, type Failure } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import { Button } from '../parts/button.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { linkWords } from '../words/links.ts';
import { LinkNotice, LinkPage, PerLink, type LinkProps } from './link-page.tsx';

export function ConfirmScreen() {
  return <PerLink page={Confirm} />;
}

/** Opening a link confirms nothing, because mail scanners open links too; pressing the button does. */
function Confirm({ token }: LinkProps) {
  const { confirm: texts } = linkWords();
  const failure = useSignal<Failure | undefined>(undefined);
  const confirmed = useSignal<string | undefined>(undefined);
  const confirm = async (): Promise<void> => {
    failure.value = await attempt(async () => {
      const { to } = await api().alertContacts.confirm({ token });
      confirmed.value = to;
    });
  };
  const isRefused = failure.value?.code === 'unauthorized' || failure.value?.code === 'validation_error';
  return (
    <LinkPage title={texts.title}>
      <h1>{texts.title}</h1>
      {confirmed.value === undefined && !isRefused && <p class="lead">{texts.lead}</p>}
      {isRefused && <LinkNotice tone="slow" text={texts.refused} takesFocus role="alert" />}
      {failure.value !== undefined && !isRefused && <FailureNotice failure={failure.value} isWrite />}
      <div role="status">
        {confirmed.value !== undefined && <LinkNotice tone="good" text={texts.done(confirmed.value)} takesFocus />}
      </div>
      {confirmed.value === undefined && !isRefused && (
        <Button kind="primary" onClick={confirm}>
          {texts.confirm}
        </Button>
      )}
    </LinkPage>
  );
}
