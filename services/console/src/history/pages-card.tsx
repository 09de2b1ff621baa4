import { api } from '../api/client.ts';
import { resource, useResource } from '../data/resource.ts';
import { PartFailure } from '../parts/part-failure.tsx';
import { historyWords } from '../words/history.ts';

/** The status pages that show the monitor. */
export function PagesCard({ monitorId }: { readonly monitorId: string }) {
  const texts = historyWords();
  const found = useResource(
    resource(`pages of ${monitorId}`, () => Array.fromAsync(api().monitors.listStatusPages(monitorId)), [
      `monitor ${monitorId}`,
    ]),
  );
  const pages = found.value.value;
  return (
    <section class="card">
      <header>
        <h2>{texts.pages}</h2>
      </header>
      <PartFailure from={found} />
      {pages !== undefined && pages.length === 0 && <p class="card-body soft">{texts.noPage}</p>}
      {pages !== undefined && pages.length > 0 && (
        <ul class="pages">
          {pages.map(({ id, name, url, published, componentName }) => (
            <li key={id}>
              {published ? (
                <a href={url} target="_blank" rel="noreferrer" dir="auto">
                  {name}
                </a>
              ) : (
                <span dir="auto">{name}</span>
              )}
              <span class="soft" dir="auto">
                {published ? componentName : texts.unpublished}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
