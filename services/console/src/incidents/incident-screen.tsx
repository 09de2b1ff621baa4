import { useSignal } from '@preact/signals';
import type { IncidentDetail, IncidentTimelineEntry } from '@vedette/sdk';
import { Fragment } from 'preact';
import { useRoute } from 'preact-iso';
import { api, type Failure } from '../api/client.ts';
import { alertsOfIncident } from '../contacts/contact-data.ts';
import { IncidentAlerts } from '../contacts/incident-alerts.tsx';
import { attempt } from '../data/attempt.ts';
import { resource, useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { clock, date, dateAndTime, duration, exactTime, now } from '../format/format.ts';
import { Button } from '../parts/button.tsx';
import { Facts } from '../parts/facts.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Screen } from '../parts/screen.tsx';
import { Time } from '../parts/time.tsx';
import { ToldText } from '../parts/told-text.tsx';
import { addressOf } from '../shell/addresses.ts';
import { incidentWords } from '../words/incidents.ts';
import { Evidence } from './evidence.tsx';
import { NewNote } from './new-note.tsx';

const SECOND_MS = 1_000;

export function IncidentScreen() {
  const { params } = useRoute();
  const { incidents: texts } = incidentWords();
  const id = params['incidentId'] ?? '';
  const known = useResource(resource(`incident ${id}`, async () => await api().incidents.get(id), [`incident ${id}`]));
  const failure = useSignal<Failure | undefined>(undefined);
  const incident = known.value.value;
  const readFailure = known.failure.value;
  const retry = readFailure !== undefined && <FailureNotice failure={readFailure} onRetry={() => known.refresh()} />;
  const above = <a href={addressOf('incidents')}>{texts.title}</a>;
  if (incident === undefined) {
    return retry === false ? null : (
      <Screen title={texts.incident} above={above}>
        {retry}
      </Screen>
    );
  }
  const { monitor, resolvedAt, acknowledged } = incident;
  const acknowledge = async (): Promise<void> => {
    failure.value = await attempt(async () => {
      known.set(await api().incidents.acknowledge(id));
      void alertsOfIncident(id).refresh();
    });
  };
  return (
    <Screen
      title={resolvedAt === null ? texts.isDown(monitor.name) : texts.wasDown(monitor.name)}
      name={monitor.name}
      above={above}
      beside={<Length incident={incident} />}
      recipe={{ method: 'incidents.get', ids: [id] }}
      actions={
        may('MEMBER') &&
        resolvedAt === null &&
        !acknowledged && (
          <Button kind="primary" onClick={acknowledge}>
            {texts.acknowledge}
          </Button>
        )
      }
    >
      {retry}
      {failure.value !== undefined && <FailureNotice failure={failure.value} isWrite />}
      <section class="card cause">
        <span class={`dot ${resolvedAt === null ? 'bad' : 'none'}`} aria-hidden="true" />
        <div>
          <strong>{incident.cause ?? texts.noCause}</strong>
          {incident.maintenance && <p class="soft">{texts.maintenance}</p>}
        </div>
      </section>
      <div class="columns facts-first">
        <section class="card">
          <Facts
            rows={[
              [
                texts.monitor,
                <a key="monitor" href={addressOf(`monitors/${monitor.id}`)} dir="auto">
                  {monitor.name}
                </a>,
              ],
              [texts.started, <Time key="started" at={incident.startedAt} format={dateAndTime} />],
              [
                texts.resolved,
                resolvedAt === null ? undefined : <Time key="end" at={resolvedAt} format={dateAndTime} />,
              ],
              [
                texts.acknowledged,
                incident.acknowledgedAt === null ? undefined : (
                  <Time key="acknowledged" at={incident.acknowledgedAt} format={dateAndTime} />
                ),
              ],
            ]}
          />
        </section>
        <div class="stack">
          <Evidence attempts={incident.evidence} />
          <Timeline entries={incident.timeline} />
          <IncidentAlerts incidentId={id} />
          {may('MEMBER') && <NewNote known={known} />}
        </div>
      </div>
    </Screen>
  );
}

function Length({ incident: { startedAt, durationSec, acknowledged } }: { readonly incident: IncidentDetail }) {
  const { incidents: texts } = incidentWords();
  const tone = durationSec === null ? 'bad' : 'none';
  const span = durationSec === null ? now.value - Date.parse(startedAt) : durationSec * SECOND_MS;
  return (
    <span class={`state pill ${tone}`}>
      <span class={`dot ${tone}`} aria-hidden="true" />
      {durationSec !== null ? texts.resolved : acknowledged ? texts.acknowledged : texts.ongoing}
      <span class="since" title={exactTime(startedAt)}>
        {duration(span)}
      </span>
    </span>
  );
}

const TONES: Readonly<Record<IncidentTimelineEntry['type'], string>> = {
  OPENED: 'bad',
  CAUSE_CHANGED: 'slow',
  ACKNOWLEDGED: 'work',
  ALERT_SENT: 'good',
  ALERT_FAILED: 'slow',
  ALERT_SUPPRESSED: 'none',
  RESOLVED: 'good',
  NOTE: 'work',
};

/** Outages may last for days, and times have no date. */
function isOfAnotherDay({ at }: IncidentTimelineEntry, before: IncidentTimelineEntry | undefined): boolean {
  return before !== undefined && date(before.at) !== date(at);
}

function Entry({ entry: { at, type, message } }: { readonly entry: IncidentTimelineEntry }) {
  const { incidents: texts } = incidentWords();
  return (
    <li class={type === 'NOTE' ? 'note' : ''}>
      <Time at={at} format={clock} />
      <span class={`dot ${TONES[type]}`} aria-hidden="true" />
      <span>
        {type === 'NOTE' ? (
          <>
            <strong>{texts.note}</strong>
            <span dir="auto">{message}</span>
          </>
        ) : (
          <ToldText text={message} />
        )}
      </span>
    </li>
  );
}

function Timeline({ entries }: { readonly entries: readonly IncidentTimelineEntry[] }) {
  const { incidents: texts } = incidentWords();
  return (
    <section class="card">
      <header>
        <h2>{texts.timeline}</h2>
      </header>
      <ol class="timeline">
        {entries.map((entry, index) => (
          <Fragment key={`${entry.at} ${entry.type} ${entry.message}`}>
            {isOfAnotherDay(entry, entries[index - 1]) && <li class="day soft">{date(entry.at)}</li>}
            <Entry entry={entry} />
          </Fragment>
        ))}
      </ol>
    </section>
  );
}
