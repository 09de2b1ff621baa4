import { useSignal } from '@preact/signals';
import type { AuditEntry } from '@vedette/sdk';
import { api } from '../api/client.ts';
import { resource, useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { dateAndTime } from '../format/format.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Screen } from '../parts/screen.tsx';
import { Time } from '../parts/time.tsx';
import { NoSuchPage } from '../shell/lost.tsx';
import { organizationWords } from '../words/organization.ts';

const PAGE_SIZE = 50;

async function load(limit: number): Promise<{ entries: AuditEntry[]; total: number }> {
  const entries: AuditEntry[] = [];
  let total = 0;
  do {
    const page = await api().auditLog.list({ limit: PAGE_SIZE, offset: entries.length });
    entries.push(...page.data);
    ({ total } = page.pagination);
  } while (entries.length < Math.min(limit, total));
  return { entries, total };
}

export function AuditScreen() {
  const { audit: texts } = organizationWords();
  const limit = useSignal(PAGE_SIZE);
  const wanted = limit.value;
  const list = useResource(resource(`audit ${wanted}`, () => load(wanted)));
  if (!may('ADMIN')) return <NoSuchPage />;
  const known = list.value.value;
  return (
    <Screen title={texts.title} beside={known !== undefined && <span class="soft">{texts.count(known.total)}</span>}>
      <p class="lead below-head">{texts.lead}</p>
      {list.failure.value !== undefined && (
        <FailureNotice failure={list.failure.value} onRetry={() => list.refresh()} />
      )}
      {known !== undefined && known.entries.length === 0 && <p class="lead">{texts.none}</p>}
      {known !== undefined && known.entries.length > 0 && (
        <section class="card">
          <table class="stacked" aria-label={texts.title}>
            <thead>
              <tr>
                <th>{texts.when}</th>
                <th>{texts.who}</th>
                <th>{texts.what}</th>
                <th>{texts.resource}</th>
                <th>{texts.from}</th>
              </tr>
            </thead>
            <tbody>
              {known.entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {known !== undefined && known.entries.length < known.total && (
        <p class="after-table">
          <button class="button" type="button" onClick={() => void (limit.value += PAGE_SIZE)}>
            {texts.more}
          </button>
        </p>
      )}
    </Screen>
  );
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const { audit: texts } = organizationWords();
  const { at, actor, actorName, operation, refused, resourceId, resourceName, changedFields, address } = entry;
  return (
    <tr>
      <td class="soft">
        <Time at={at} format={dateAndTime} />
      </td>
      <td>
        <bdi title={actor}>{actorName ?? actor}</bdi>
      </td>
      <td>
        <code>{operation}</code>
        {refused && <span class="target">{texts.refused}</span>}
        {changedFields.length > 0 && <span class="target">{texts.changed(changedFields.join(', '))}</span>}
      </td>
      <td>
        <bdi title={resourceId ?? undefined}>{resourceName ?? resourceId ?? '–'}</bdi>
      </td>
      <td class="soft">{address ?? '–'}</td>
    </tr>
  );
}
