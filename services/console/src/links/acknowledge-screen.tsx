import { useSignal } from '@preact/signals';
import type { Acknowledgement } from '@vedette/sdk';
import { useEffect } from 'preact/hooks';
import { api, type Failure } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import { dateAndTime } from '../format/format.ts';
import { Button } from '../parts/button.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Facts } from '../parts/facts.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { Time } from '../parts/time.tsx';
import { linkWords } from '../words/links.ts';
import { LinkNotice, LinkPage, PerLink, type LinkProps } from './link-page.tsx';

export function AcknowledgeScreen() {
  return <PerLink page={Acknowledge} />;
}

/** Opening a link acknowledges nothing, because mail scanners open links too; pressing the button does. */
function Acknowledge({ token }: LinkProps) {
  const { acknowledge: texts } = linkWords();
  const outage = useSignal<Acknowledgement | undefined>(undefined);
  const failure = useSignal<Failure | undefined>(undefined);
  const isDone = useSignal(false);
  const show = async (): Promise<void> => {
    failure.value = await attempt(async () => {
      outage.value = await api().acknowledgements.view({ token });
    });
  };
  const acknowledge = async (): Promise<void> => {
    failure.value = await attempt(async () => {
      await api().acknowledgements.create({ token });
      isDone.value = true;
    });
  };
  useEffect(() => {
    void show();
  }, []);
  const title = outage.value === undefined ? texts.title : texts.isDown(outage.value.name);
  const isRefused = failure.value?.code === 'unauthorized' || failure.value?.code === 'conflict';
  return (
    <LinkPage title={title}>
      <h1 dir="auto">
        <Sentence text={title} name={outage.value?.name ?? ''} />
      </h1>
      {outage.value === undefined && failure.value === undefined && (
        <p class="progress" role="status">
          {texts.loading}
        </p>
      )}
      {outage.value !== undefined && <Outage outage={outage.value} />}
      {outage.value !== undefined && !isDone.value && <p class="lead">{texts.lead}</p>}
      {failure.value !== undefined && <Refusal failure={failure.value} isWrite={outage.value !== undefined} />}
      <div role="status">{isDone.value && <LinkNotice tone="good" text={texts.done} takesFocus />}</div>
      {outage.value !== undefined && !isDone.value && !isRefused && (
        <Button kind="primary" onClick={acknowledge}>
          {texts.acknowledge}
        </Button>
      )}
    </LinkPage>
  );
}

function Outage({ outage: { cause, startedAt } }: { readonly outage: Acknowledgement }) {
  const { acknowledge: texts } = linkWords();
  return (
    <Facts
      rows={[
        [texts.cause, <bdi key="cause">{cause ?? texts.noCause}</bdi>],
        [texts.since, <Time key="since" at={startedAt} format={dateAndTime} />],
      ]}
    />
  );
}

function Refusal({ failure, isWrite }: { readonly failure: Failure; readonly isWrite: boolean }) {
  const { acknowledge: texts } = linkWords();
  switch (failure.code) {
    case 'unauthorized':
    case 'validation_error':
      return <LinkNotice tone="slow" text={texts.refused} takesFocus={isWrite} role="alert" />;
    case 'conflict':
      return <LinkNotice tone="good" text={texts.over} takesFocus={isWrite} role="alert" />;
    default:
      return <FailureNotice failure={failure} isWrite={isWrite} />;
  }
}
