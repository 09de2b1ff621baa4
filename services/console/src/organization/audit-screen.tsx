import type { AuditEntry, AuditLog as AuditPage } from '@vedette/sdk';
import { api } from '../api/client.ts';
import { resource, useResource, type Resource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { dateAndTime } from '../format/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Nothing } from '../parts/nothing.tsx';
import { PAGE_SIZE, PagedTable } from '../parts/paged-table.tsx';
import { Screen } from '../parts/screen.tsx';
import { Time } from '../parts/time.tsx';
import { operationWords } from '../words/operations.ts';
import { organizationWords } from '../words/organization.ts';
import { AdminsOnly } from './admins-only.tsx';
import { operationName } from './operation-name.ts';

/** No event tells of an entry. */
const EVERY_MS = 30_000;

function auditPage(page: number): Resource<AuditPage> {
  return resource(
    `audit ${page}`,
    async () => await api().auditLog.list({ limit: PAGE_SIZE, offset: page * PAGE_SIZE }),
  );
}

export function AuditScreen() {
  return may('ADMIN') ? <AuditLog /> : <AdminsOnly title={organizationWords().audit.title} />;
}

function AuditLog() {
  const { audit: texts } = organizationWords();
  const first = useResource(auditPage(0));
  const total = first.value.value?.pagination.total;
  return (
    <Screen
      title={texts.title}
      recipe={{ method: 'auditLog.list' }}
      beside={total !== undefined && <span class="soft">{texts.count(total)}</span>}
    >
      <p class="lead below-head">{texts.lead}</p>
      <Loaded from={first}>
        {({ pagination }) =>
          pagination.total === 0 ? (
            <Nothing>{texts.none}</Nothing>
          ) : (
            <section class="card">
              <PagedTable
                label={texts.title}
                head={<Head />}
                rowCount={pagination.total}
                name="audit"
                everyMs={EVERY_MS}
                pageAt={auditPage}
                keyOf={({ id }) => id}
                cells={(entry) => <Cells entry={entry} />}
              />
            </section>
          )
        }
      </Loaded>
    </Screen>
  );
}

function Head() {
  const { audit: texts } = organizationWords();
  return (
    <tr>
      <th class="c-operation">{texts.what}</th>
      <th>{texts.resource}</th>
      <th class="c-who">{texts.who}</th>
      <th class="c-from">{texts.from}</th>
      <th class="c-time">{texts.when}</th>
    </tr>
  );
}

function Cells({ entry }: { readonly entry: AuditEntry }) {
  const { audit: texts } = organizationWords();
  const { at, actor, actorName, operation, refused, resourceId, resourceName, changedFields, address } = entry;
  return (
    <>
      <td class="c-operation">
        <span class="operation" title={operation}>
          {operationName(operation, operationWords())}
        </span>
        {refused && <span class="target refused">{texts.refused}</span>}
        {!refused && changedFields.length > 0 && <span class="target">{texts.changed(changedFields.join(', '))}</span>}
      </td>
      <td class="c-resource">
        <bdi title={resourceId ?? undefined}>{resourceName ?? resourceId ?? '–'}</bdi>
      </td>
      <td class="c-who">
        <bdi title={actor}>{actorName ?? actor}</bdi>
      </td>
      <td class="c-from soft">{address ?? '–'}</td>
      <td class="c-time soft">
        <Time at={at} format={dateAndTime} />
      </td>
    </>
  );
}
