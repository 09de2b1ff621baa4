import { useSignal } from '@preact/signals';
import type { Monitor } from '@vedette/sdk';
import { useLocation, useRoute } from 'preact-iso';
import { api, type Failure } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import { remove, useRefreshEvery, useResource, type Resource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { AlertingCard } from '../history/alerting-card.tsx';
import { ChecksCard } from '../history/checks-card.tsx';
import { PagesCard } from '../history/pages-card.tsx';
import { ResponseCard } from '../history/response-card.tsx';
import { ToldCard } from '../history/told-card.tsx';
import { UptimeBar } from '../history/uptime-bar.tsx';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Screen } from '../parts/screen.tsx';
import { StateLabel } from '../parts/state-label.tsx';
import { addressOf } from '../shell/addresses.ts';
import { monitorWords } from '../words/monitors.ts';
import { words } from '../words/words.ts';
import { forgetMonitorPages, monitorResource } from './monitor-data.ts';
import { MonitorFacts } from './monitor-facts.tsx';
import { MonitorIncidents } from './monitor-incidents.tsx';
import { MonitorTiles } from './monitor-tiles.tsx';

/** No event tells of a check that changes nothing. */
const EVERY_MS = 10_000;

export function MonitorScreen() {
  const { params } = useRoute();
  const { monitors: texts } = monitorWords();
  const known = monitorResource(params['monitorId'] ?? '');
  const monitor = useResource(known).value.value;
  const readFailure = known.failure.value;
  const failure = useSignal<Failure | undefined>(undefined);
  useRefreshEvery(known, EVERY_MS);
  // A deleted monitor has no history to show.
  if (readFailure !== undefined && (monitor === undefined || readFailure.code === 'not_found')) {
    return (
      <Screen title={monitor?.name ?? texts.monitor} above={<a href={addressOf('monitors')}>{texts.title}</a>}>
        <FailureNotice failure={readFailure} onRetry={() => known.refresh()} />
      </Screen>
    );
  }
  if (monitor === undefined) {
    return (
      <p class="hidden" role="status">
        {words().common.loading}
      </p>
    );
  }
  return (
    <Screen
      title={monitor.name}
      above={<a href={addressOf('monitors')}>{texts.title}</a>}
      beside={<StateLabel state={monitor.state} since={monitor.lastStatusChangedAt} isPill />}
      recipe={{ method: 'monitors.get', ids: [monitor.id] }}
      actions={may('MEMBER') && <Actions known={known} monitor={monitor} failure={failure} />}
    >
      {readFailure !== undefined && <FailureNotice failure={readFailure} onRetry={() => known.refresh()} />}
      {failure.value !== undefined && <FailureNotice failure={failure.value} isWrite />}
      <MonitorTiles monitor={monitor} />
      <div class="columns">
        <div class="stack">
          {isMeasured(monitor) && <ResponseCard key={monitor.id} monitor={monitor} />}
          <UptimeBar monitorId={monitor.id} />
          {monitor.type !== 'CRON' && <ChecksCard key={monitor.id} monitorId={monitor.id} />}
          <MonitorIncidents monitorId={monitor.id} />
        </div>
        <div class="stack">
          <MonitorFacts monitor={monitor} />
          <ToldCard monitorId={monitor.id} />
          <AlertingCard monitorId={monitor.id} />
          <PagesCard monitorId={monitor.id} />
        </div>
      </div>
    </Screen>
  );
}

/** A heartbeat has no response time, and that of a domain registration means nothing. */
function isMeasured({ type }: Monitor): boolean {
  return type !== 'CRON' && type !== 'DOMAIN';
}

interface ActionsProps {
  readonly known: Resource<Monitor>;
  readonly monitor: Monitor;
  readonly failure: { value: Failure | undefined };
}

function Actions({ known, monitor, failure }: ActionsProps) {
  const { monitors: texts } = monitorWords();
  const { common } = words();
  const { route } = useLocation();
  const isDeleting = useSignal(false);
  const { id, name, state } = monitor;
  const act = async (action: 'pause' | 'resume' | 'check'): Promise<void> => {
    failure.value = await attempt(async () => known.set(await api().monitors[action](id)));
  };
  const erase = async (): Promise<void> => {
    await remove([`monitor ${id}`], () => api().monitors.delete(id));
    forgetMonitorPages();
    route(addressOf('monitors'));
  };
  return (
    <>
      {state !== 'PAUSED' && <Button onClick={() => act('check')}>{texts.checkNow}</Button>}
      {state === 'PAUSED' ? (
        <Button onClick={() => act('resume')}>{texts.resume}</Button>
      ) : (
        <Button onClick={() => act('pause')}>{texts.pause}</Button>
      )}
      <a class="button" href={addressOf(`monitors/${id}/edit`)}>
        {texts.edit}
      </a>
      <a class="button" href={addressOf(`monitors/new?from=${id}`)}>
        {texts.duplicate}
      </a>
      <Button onClick={() => (isDeleting.value = true)}>{common.delete}</Button>
      {isDeleting.value && (
        <ConfirmDialog
          title={texts.deleteTitle(name)}
          text={texts.deleteText}
          action={common.delete}
          onConfirm={erase}
          onClose={() => (isDeleting.value = false)}
        />
      )}
    </>
  );
}
