import type { StatusPage } from '@vedette/sdk';
import { useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Nothing } from '../parts/nothing.tsx';
import { Screen } from '../parts/screen.tsx';
import { addressOf } from '../shell/addresses.ts';
import { statusPageWords } from '../words/status-pages.ts';
import { pageList } from './page-data.ts';
import { PageState } from './page-state.tsx';
import { StatusPageTabs } from './status-page-tabs.tsx';

export function StatusPagesScreen() {
  const texts = statusPageWords();
  const list = useResource(pageList());
  return (
    <Screen
      title={texts.title}
      recipe={{ method: 'statusPages.list' }}
      actions={
        may('MEMBER') && (
          <a class="button primary" href={addressOf('status-pages/new')}>
            {texts.new}
          </a>
        )
      }
    >
      <StatusPageTabs />
      <Loaded from={list}>
        {(pages) =>
          pages.length === 0 ? (
            <Nothing>{texts.none}</Nothing>
          ) : (
            <section class="card">
              <PageTable pages={pages} />
            </section>
          )
        }
      </Loaded>
    </Screen>
  );
}

function PageTable({ pages }: { readonly pages: readonly StatusPage[] }) {
  const texts = statusPageWords();
  return (
    <table class="fixed stacked" aria-label={texts.pages}>
      <thead>
        <tr>
          <th class="c-state">{texts.state}</th>
          <th>{texts.page}</th>
          <th class="c-date">{texts.visibility}</th>
          <th class="c-date">{texts.components}</th>
        </tr>
      </thead>
      <tbody>
        {pages.map((page) => (
          <tr key={page.id}>
            <td class="c-state">
              <PageState page={page} />
            </td>
            <td class="c-monitor">
              <a class="name" href={addressOf(`status-pages/${page.id}`)} dir="auto">
                {page.name}
              </a>
              <span class="target">{page.url}</span>
            </td>
            <td class="c-date soft">{page.published ? texts.isPublic : texts.isHidden}</td>
            <td class="c-date soft">{texts.componentCount(page.components.length)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
