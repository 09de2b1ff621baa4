import { useSignal } from '@preact/signals';
import type { StatusPage } from '@vedette/sdk';
import { useLocation, useRoute } from 'preact-iso';
import { api, type Failure } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import { monitorNames } from '../data/monitor-names.ts';
import { readersZone } from '../data/preferences.ts';
import { remove, useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Screen } from '../parts/screen.tsx';
import { addressOf } from '../shell/addresses.ts';
import { partsWords } from '../words/parts.ts';
import { statusPageWords } from '../words/status-pages.ts';
import { words } from '../words/words.ts';
import { pageList, pageResource } from './page-data.ts';
import { draftOf, newPage, type PageBody } from './page-draft.ts';
import { PageEditor } from './page-editor.tsx';
import { PagePreview } from './page-preview.tsx';
import { PageState } from './page-state.tsx';

const LIST = 'status-pages';
const NO_NAMES: ReadonlyMap<string, string> = new Map();

export function NewPageScreen() {
  const texts = statusPageWords();
  const { route } = useLocation();
  const save = async (body: PageBody): Promise<void> => {
    const created = await api().statusPages.create(body);
    pageResource(created.id).set(created);
    route(addressOf(`${LIST}/${created.id}`));
  };
  return (
    <Screen title={texts.new} above={<a href={addressOf(LIST)}>{texts.title}</a>}>
      {may('MEMBER') ? (
        <PageEditor
          initial={newPage(readersZone())}
          names={NO_NAMES}
          action={texts.create}
          cancelAddress={addressOf(LIST)}
          onSave={save}
        />
      ) : (
        <p class="lead">{partsWords().notAllowed}</p>
      )}
    </Screen>
  );
}

export function PageScreen() {
  const { params } = useRoute();
  const texts = statusPageWords();
  const id = params['statusPageId'] ?? '';
  const known = useResource(pageResource(id));
  const failure = useSignal<Failure | undefined>(undefined);
  const isDeleting = useSignal(false);
  const page = known.value.value;
  const publish = async (published: boolean): Promise<void> => {
    failure.value = await attempt(async () => known.set(await api().statusPages.update(id, { published })));
  };
  return (
    <Screen
      title={page?.name ?? texts.page}
      above={<a href={addressOf(LIST)}>{texts.title}</a>}
      beside={page !== undefined && <PageState page={page} isPill />}
      actions={
        page !== undefined && (
          <>
            {page.published && (
              <a class="button" href={page.url} target="_blank" rel="noreferrer">
                {texts.open}
              </a>
            )}
            {may('MEMBER') && (
              <>
                <Button kind={page.published ? 'plain' : 'primary'} onClick={() => publish(!page.published)}>
                  {page.published ? texts.unpublish : texts.publish}
                </Button>
                <Button onClick={() => void (isDeleting.value = true)}>{words().common.delete}</Button>
              </>
            )}
          </>
        )
      }
    >
      {failure.value !== undefined && <FailureNotice failure={failure.value} isWrite />}
      <Loaded from={known}>
        {/* A change from elsewhere keeps what was typed; publishing or hiding the page here loads it again. */}
        {(found) => <Editor key={`${found.id} ${found.published}`} page={found} />}
      </Loaded>
      {isDeleting.value && page !== undefined && <Delete page={page} onClose={() => void (isDeleting.value = false)} />}
    </Screen>
  );
}

function Editor({ page }: { readonly page: StatusPage }) {
  const { route } = useLocation();
  // The components that the editor began with, even if others have been saved since.
  const begun = useSignal(page.components.map(({ monitorId }) => monitorId)).peek();
  const known = useResource(monitorNames(begun));
  if (!may('MEMBER')) return <PagePreview body={previewOf(page)} />;
  return (
    <Loaded from={known}>
      {(names) => (
        <PageEditor
          initial={draftOf(page, (id) => names.get(id))}
          page={page}
          names={names}
          action={words().common.save}
          cancelAddress={addressOf(LIST)}
          onSave={async (body) => {
            pageResource(page.id).set(await api().statusPages.update(page.id, body));
            void pageList().refresh();
            route(addressOf(LIST));
          }}
        />
      )}
    </Loaded>
  );
}

/** As it is stored, for those who may not change it. */
function previewOf({ id, name, description, theme, accentColor, logoUrl, timezone, components }: StatusPage) {
  const shown = components.map((each) => ({
    monitorId: each.monitorId,
    name: each.name,
    description: each.description,
    group: each.group,
  }));
  return { name, description, theme, accentColor, logoUrl, timezone, components: shown, statusPageId: id };
}

function Delete({ page, onClose }: { readonly page: StatusPage; readonly onClose: () => void }) {
  const texts = statusPageWords();
  const { route } = useLocation();
  return (
    <ConfirmDialog
      title={texts.deleteTitle(page.name)}
      text={texts.deleteText}
      action={words().common.delete}
      onConfirm={async () => {
        await remove([`status-page ${page.id}`], () => api().statusPages.delete(page.id));
        route(addressOf(LIST));
      }}
      onClose={onClose}
    />
  );
}
