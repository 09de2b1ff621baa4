import { useRefreshEvery, useResource } from '../data/resource.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Recipe } from '../parts/recipe.tsx';
import { addressOf } from '../shell/addresses.ts';
import { contactWords } from '../words/contacts.ts';
import { alertRows } from './alert-rows.ts';
import { AlertTable } from './alert-table.tsx';
import { alertsOfIncident, contactList } from './contact-data.ts';

/** No event tells of alerts. */
const EVERY_MS = 10_000;

/** Who was notified of an incident, who was not, and why. */
export function IncidentAlerts({ incidentId }: { readonly incidentId: string }) {
  const texts = contactWords();
  const found = useResource(alertsOfIncident(incidentId));
  useRefreshEvery(found, EVERY_MS);
  const contacts = useResource(contactList()).value.value ?? [];
  return (
    <section class="card">
      <header>
        <h2>{texts.alerts.title}</h2>
        <div class="space" />
        <Recipe call={{ method: 'alerts.list', query: { incidentId } }} />
      </header>
      <Loaded from={found}>
        {({ alerts, hasMore }) => (
          <>
            {alerts.length === 0 ? (
              <p class="card-body soft">{texts.alerts.noneOfIncident}</p>
            ) : (
              <AlertTable
                label={texts.alerts.title}
                alerts={alertRows(alerts)}
                head={texts.contact}
                subject={({ contact: { id, type, name } }) => {
                  const known = contacts.find((each) => each.id === id);
                  return (
                    <>
                      {known === undefined ? (
                        <span class="name" dir="auto">
                          {name ?? texts.types[type]}
                        </span>
                      ) : (
                        <a class="name" href={addressOf(`contacts/${id}`)} dir="auto">
                          {known.name ?? known.to}
                        </a>
                      )}
                      <span class="target">{texts.types[type]}</span>
                    </>
                  );
                }}
              />
            )}
            {hasMore && <p class="card-note soft">{texts.alerts.newest(alerts.length)}</p>}
          </>
        )}
      </Loaded>
    </section>
  );
}
