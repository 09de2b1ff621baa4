import { useSignal, type Signal } from '@preact/signals';
import type { MonitorBulk } from '@vedette/sdk';
import { api, type Failure } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import { refreshShown, remove } from '../data/resource.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Recipe } from '../parts/recipe.tsx';
import { monitorWords } from '../words/monitors.ts';
import { words } from '../words/words.ts';
import type { Arrangement } from './arrangement.ts';

/** As many as one request may change. */
const MOST = 500;
const ASKED_AT_ONCE = 200;

interface Props {
  readonly arrangement: Arrangement;
  readonly total: number;
  readonly selected: Signal<ReadonlySet<string>>;
}

/** The ids of the first monitors that match, whether their rows were loaded or not. */
async function matchingIds(arrangement: Arrangement): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const { id } of api().monitorList.get({ ...arrangement, limit: ASKED_AT_ONCE })) {
    ids.add(id);
    if (ids.size === MOST) break;
  }
  return ids;
}

/** What can be done with several monitors at once; it appears with the first that somebody selects. */
export function BulkActions({ arrangement, total, selected }: Props) {
  const { monitors: texts } = monitorWords();
  const { common } = words();
  const failure = useSignal<Failure | undefined>(undefined);
  const isDeleting = useSignal(false);
  const isFinding = useSignal(false);
  const monitorIds = [...selected.value];
  const send = async (action: MonitorBulk['action']): Promise<void> => {
    const ask = () => api().monitors.bulk({ action, monitorIds });
    if (action !== 'delete') await ask();
    else {
      const topics = monitorIds.map((id) => `monitor ${id}` as const);
      await remove(topics, ask);
    }
    selected.value = new Set();
    refreshShown();
  };
  const act = async (action: 'pause' | 'resume'): Promise<void> => {
    failure.value = await attempt(() => send(action));
  };
  /** While the ids are being read, the buttons are disabled. */
  const selectAll = async (): Promise<void> => {
    isFinding.value = true;
    failure.value = await attempt(async () => (selected.value = await matchingIds(arrangement)));
    isFinding.value = false;
  };
  const most = Math.min(total, MOST);
  return (
    <>
      {failure.value !== undefined && <FailureNotice failure={failure.value} isWrite />}
      {monitorIds.length > 0 && (
        <div class="bulk card" role="group" aria-label={texts.bulk}>
          <strong role="status">{texts.selected(monitorIds.length)}</strong>
          {monitorIds.length < most && (
            <Button kind="quiet" onClick={selectAll}>
              {texts.selectAll(most)}
            </Button>
          )}
          <Button kind="quiet" onClick={() => (selected.value = new Set())}>
            {texts.selectNone}
          </Button>
          <div class="space" />
          {monitorIds.length > MOST ? (
            <span class="soft">{texts.tooMany(MOST)}</span>
          ) : (
            <>
              <Button isDisabled={isFinding.value} onClick={() => act('pause')}>
                {texts.pause}
              </Button>
              <Button isDisabled={isFinding.value} onClick={() => act('resume')}>
                {texts.resume}
              </Button>
              <Button isDisabled={isFinding.value} onClick={() => (isDeleting.value = true)}>
                {common.delete}
              </Button>
              <Recipe call={{ method: 'monitors.bulk', body: { action: 'pause', monitorIds } }} />
            </>
          )}
        </div>
      )}
      {isDeleting.value && (
        <ConfirmDialog
          title={texts.deleteManyTitle(monitorIds.length)}
          text={texts.deleteManyText}
          action={common.delete}
          onConfirm={async () => {
            await send('delete');
            isDeleting.value = false;
          }}
          onClose={() => (isDeleting.value = false)}
        />
      )}
    </>
  );
}
