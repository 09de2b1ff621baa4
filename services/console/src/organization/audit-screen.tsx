import { signal } from '@preact/signals';
import type { AuditEntry as Entry, AuditLog as AuditPage } from '@vedette/sdk';
import type { RecipeCall } from '@vedette/sdk/recipes';
import { useLocation, useRoute } from 'preact-iso';
import { useMemo } from 'preact/hooks';
import { api } from '../api/client.ts';
import { resource, useResource, type Resource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { dateAndTime } from '../format/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Nothing } from '../parts/nothing.tsx';
import { PAGE_SIZE, PagedTable } from '../parts/paged-table.tsx';
import { Screen } from '../parts/screen.tsx';
import { Time } from '../parts/time.tsx';
import { addressOf } from '../shell/addresses.ts';
import { operationWords } from '../words/operations.ts';
import { organizationWords } from '../words/organization.ts';
import { AdminsOnly } from './admins-only.tsx';
import { AuditEntry } from './audit-entry.tsx';
import { auditFilterIn, auditFilterText, auditQuery, type AuditFilter } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import { operationName } from './operation-names.ts';

/** No event tells of an entry. */
const EVERY_MS = 30_000;

function auditPage(filter: AuditFilter, page: number): Resource<AuditPage> {
  return resource(`audit ${page} ${auditFilterText(filter)}`, async () => {
    const query = auditQuery(filter, Date.now());
    return await api().auditLog.list({ ...query, limit: PAGE_SIZE, offset: page * PAGE_SIZE });
  });
}

export function AuditScreen() {
  return may('ADMIN') ? <AuditLog /> : <AdminsOnly title={organizationWords().audit.title} />;
}

function AuditLog() {
  const { audit: texts } = organizationWords();
  const { query } = useRoute();
  const { route } = useLocation();
  const filter = auditFilterIn(query);
  const name = auditFilterText(filter);
  const first = useResource(auditPage(filter, 0));
  const recipe = useMemo<RecipeCall>(
    () => ({ method: 'auditLog.list', query: auditQuery(filter, Date.now()) }),
    [name],
  );
  // The entry belongs to this list; going back to another list closes it.
  const shown = useMemo(() => signal<Entry | undefined>(undefined), [name]);
  const total = first.value.value?.pagination.total;
  const choose = (next: AuditFilter, isReplaced: boolean): void => {
    shown.value = undefined;
    route(addressOf('audit') + auditFilterText(next), isReplaced);
  };
  return (
    <Screen
      title={texts.title}
      recipe={recipe}
      beside={total !== undefined && <span class="soft">{texts.count(total)}</span>}
    >
      <p class="lead below-head">{texts.lead}</p>
      <AuditFilters filter={filter} onChange={(next) => choose(next, true)} />
      <Loaded from={first}>
        {({ pagination }) =>
          pagination.total === 0 ? (
            <Nothing isStatus>{name === '' ? texts.none : texts.noneMatch}</Nothing>
          ) : (
            <section class="card">
              <PagedTable
                label={texts.title}
                head={<Head />}
                rowCount={pagination.total}
                name={`audit ${name}`}
                everyMs={EVERY_MS}
                pageAt={(page) => auditPage(filter, page)}
                keyOf={({ id }) => id}
                cells={(entry) => <Cells entry={entry} onOpen={() => void (shown.value = entry)} />}
              />
            </section>
          )
        }
      </Loaded>
      {shown.value !== undefined && (
        <AuditEntry
          key={shown.value.id}
          entry={shown.value}
          onFilter={(next) => choose(next, false)}
          onClose={() => void (shown.value = undefined)}
        />
      )}
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

function Cells({ entry, onOpen }: { readonly entry: Entry; readonly onOpen: () => void }) {
  const { audit: texts } = organizationWords();
  const { at, actor, actorName, operation, refused, resourceId, resourceName, changedFields, address } = entry;
  return (
    <>
      <td class="c-operation">
        <button type="button" class="row-opener" onClick={onOpen}>
          {operationName(operation, operationWords())}
        </button>
        {refused && <span class="target refused">{texts.refused}</span>}
        {!refused && changedFields.length > 0 && <span class="target">{texts.changed(changedFields.join(', '))}</span>}
      </td>
      <td class="c-resource">
        <bdi>{resourceName ?? resourceId ?? '–'}</bdi>
      </td>
      <td class="c-who">
        <bdi>{actorName ?? actor}</bdi>
      </td>
      <td class="c-from soft">{address ?? '–'}</td>
      <td class="c-time soft">
        <Time at={at} format={dateAndTime} />
      </td>
    </>
  );
}
