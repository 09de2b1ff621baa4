import { alertingOfMonitor } from '../contacts/contact-data.ts';
import { monitorNames } from '../data/monitor-names.ts';
import { useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { Facts } from '../parts/facts.tsx';
import { PartFailure } from '../parts/part-failure.tsx';
import { addressOf } from '../shell/addresses.ts';
import { contactWords } from '../words/contacts.ts';

/** The monitor on which this one depends, and where its runbook is. */
export function AlertingCard({ monitorId }: { readonly monitorId: string }) {
  const { alerting: texts } = contactWords();
  const stored = useResource(alertingOfMonitor(monitorId));
  const alerting = stored.value.value;
  return (
    <section class="card">
      <header>
        <h2>{texts.title}</h2>
        <div class="space" />
        {may('MEMBER') && <a href={addressOf(`monitors/${monitorId}/alerting`)}>{texts.change}</a>}
      </header>
      <PartFailure from={stored} />
      {alerting !== undefined && alerting.parentId === null && alerting.runbookUrl === null && (
        <p class="card-body soft">{texts.none}</p>
      )}
      {alerting !== undefined && (
        <Facts
          rows={[
            [texts.parent, alerting.parentId === null ? undefined : <Parent id={alerting.parentId} />],
            [texts.runbook, alerting.runbookUrl === null ? undefined : <Runbook url={alerting.runbookUrl} />],
          ]}
        />
      )}
    </section>
  );
}

function Parent({ id }: { readonly id: string }) {
  const name = useResource(monitorNames([id])).value.value?.get(id);
  return (
    <a href={addressOf(`monitors/${id}`)} dir="auto">
      {name ?? id}
    </a>
  );
}

/** The address is a customer's: it learns nothing of the console. */
function Runbook({ url }: { readonly url: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" dir="ltr">
      {url}
    </a>
  );
}
