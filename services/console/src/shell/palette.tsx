import { useSignal } from '@preact/signals';
import type { MonitorListItem } from '@vedette/sdk';
import { useLocation } from 'preact-iso';
import { useEffect, useId } from 'preact/hooks';
import { api } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import { may } from '../data/session.ts';
import { Dialog } from '../parts/dialog.tsx';
import { STATE_TONES } from '../parts/tones.ts';
import { words } from '../words/words.ts';
import { addressOf } from './addresses.ts';
import { visiblePlaces } from './navigation.tsx';
import { matching, movedTo } from './palette-match.ts';
import type { Command } from './shortcut.ts';

interface Entry {
  readonly id: string;
  readonly text: string;
  readonly note: string;
  readonly tone?: string;
  readonly act: () => void;
}

interface Props {
  readonly run: (command: Command) => void;
  readonly onClose: () => void;
}

const MOST_MONITORS = 8;
const TYPING_MS = 120;

/** Finds screens, actions and monitors by their names. */
export function Palette({ run, onClose }: Props) {
  const { palette: texts, shell, states } = words();
  const { route } = useLocation();
  const typed = useSignal('');
  const chosen = useSignal(0);
  const listId = useId();
  const monitors = useMonitors(typed.value);
  const go = (place: string) => (): void => route(addressOf(place));
  const fixed: Entry[] = [
    ...visiblePlaces().map((place) => ({ id: place, text: shell[place], note: texts.screen, act: go(place) })),
    ...(may('MEMBER') ? [{ id: 'new', text: texts.newMonitor, note: texts.action, act: go('monitors/new') }] : []),
    { id: 'help', text: texts.shortcuts, note: texts.action, act: () => run('help') },
  ];
  const entries: Entry[] = [
    ...matching(fixed, typed.value),
    ...monitors.map(({ id, name, state }) => ({
      id,
      text: name,
      note: states[state],
      tone: STATE_TONES[state],
      act: go(`monitors/${id}`),
    })),
  ];
  const index = Math.min(chosen.value, Math.max(0, entries.length - 1));
  const act = (entry: Entry | undefined): void => {
    if (entry === undefined) return;
    onClose();
    entry.act();
  };
  return (
    <Dialog title={texts.title} kind="palette" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label={texts.title}
        aria-expanded="true"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={entries[index] === undefined ? undefined : `${listId}-${entries[index].id}`}
        placeholder={texts.hint}
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          chosen.value = 0;
        }}
        onKeyDown={(event) => {
          const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (by === undefined && event.key !== 'Enter') return;
          event.preventDefault();
          if (by === undefined) act(entries[index]);
          else chosen.value = movedTo(index, by, entries.length);
        }}
      />
      <ul id={listId} role="listbox" aria-label={texts.title} class="palette-list">
        {entries.map((entry, place) => (
          <li
            key={entry.id}
            id={`${listId}-${entry.id}`}
            role="option"
            aria-selected={place === index}
            onClick={() => act(entry)}
          >
            {entry.tone !== undefined && <span class={`dot ${entry.tone}`} aria-hidden="true" />}
            <span class="palette-text" dir="auto">
              {entry.text}
            </span>
            <span class="soft">{entry.note}</span>
          </li>
        ))}
      </ul>
      {entries.length === 0 && (
        <p class="soft" role="status">
          {texts.nothing}
        </p>
      )}
    </Dialog>
  );
}

/** The server finds monitors by their name or address; without a text there are none. */
function useMonitors(typed: string): readonly MonitorListItem[] {
  const found = useSignal<readonly MonitorListItem[]>([]);
  const search = typed.trim();
  useEffect(() => {
    if (search === '') {
      found.value = [];
      return;
    }
    let isOld = false;
    const look = async (): Promise<void> => {
      const { data } = await api().monitorList.get({ search, limit: MOST_MONITORS });
      if (!isOld) found.value = data;
    };
    const timer = setTimeout(() => void attempt(look), TYPING_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [search]);
  return found.value;
}
