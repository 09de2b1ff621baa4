import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { may } from '../data/session.ts';
import { monitorWords } from '../words/monitors.ts';
import { words } from '../words/words.ts';
import { SORTS, STATES, TYPES, type Arrangement } from './arrangement.ts';
import { SearchEcho } from './search-echo.ts';

/** How often the list follows somebody who types fast. */
const TYPING_MS = 150;

interface Props {
  readonly arrangement: Arrangement;
  readonly onChange: (next: Arrangement) => void;
}

interface FiltersProps extends Props {
  /** Whether rows can be selected on a phone, where they have no room for it otherwise. */
  readonly isSelecting: Signal<boolean>;
}

export function MonitorFilters({ arrangement, onChange, isSelecting }: FiltersProps) {
  const { monitors: texts } = monitorWords();
  const { states, types } = words();
  const { state, type, sort = 'state' } = arrangement;
  return (
    <div class="filters" role="search">
      <Search arrangement={arrangement} onChange={onChange} />
      {may('MEMBER') && (
        <button
          type="button"
          class="button select-switch"
          aria-pressed={isSelecting.value}
          onClick={() => (isSelecting.value = !isSelecting.peek())}
        >
          {texts.select}
        </button>
      )}
      <Choice
        label={texts.state}
        value={state ?? ''}
        choices={[['', texts.anyState], ...STATES.map((each) => [each, states[each]] as const)]}
        onChange={(chosen) => onChange({ ...arrangement, state: STATES.find((each) => each === chosen) })}
      />
      <Choice
        label={texts.type}
        value={type ?? ''}
        choices={[['', texts.anyType], ...TYPES.map((each) => [each, types[each]] as const)]}
        onChange={(chosen) => onChange({ ...arrangement, type: TYPES.find((each) => each === chosen) })}
      />
      <Choice
        label={texts.sort}
        value={sort}
        choices={SORTS.map((each) => [each, texts.sorts[each]])}
        onChange={(chosen) => onChange({ ...arrangement, sort: SORTS.find((each) => each === chosen) })}
      />
    </div>
  );
}

/** The field changes with every key. The list follows the first key at once, and then at most once an interval. */
function Search({ arrangement, onChange }: Props) {
  const { monitors: texts } = monitorWords();
  const { search = '' } = arrangement;
  const typed = useSignal(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const toldAt = useRef(-Infinity);
  const latest = useRef(arrangement);
  latest.current = arrangement;
  const echo = useRef(new SearchEcho());
  useEffect(() => {
    if (!echo.current.isOwn(search) && typed.peek().trim() !== search) typed.value = search;
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      type="search"
      aria-label={texts.search}
      placeholder={texts.search}
      maxLength={200}
      value={typed.value}
      onInput={({ currentTarget: { value } }) => {
        typed.value = value;
        clearTimeout(timer.current);
        const waitMs = Math.max(0, toldAt.current + TYPING_MS - performance.now());
        timer.current = setTimeout(() => {
          toldAt.current = performance.now();
          echo.current.tell(value.trim());
          onChange({ ...latest.current, search: value });
        }, waitMs);
      }}
    />
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [string, string])[];
  readonly onChange: (value: string) => void;
}

function Choice({ label, value, choices, onChange }: ChoiceProps) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {choices.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}
