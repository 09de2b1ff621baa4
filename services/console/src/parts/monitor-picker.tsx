import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { monitorChoices, monitorNames, type MonitorChoices } from '../data/monitor-names.ts';
import { useAllKnown, useResource, type Resource } from '../data/resource.ts';
import { FailureNotice } from './failure-notice.tsx';
import { PartFailure } from './part-failure.tsx';
import { PickerFrame, SEARCHED_FROM, type PickerProps } from './picker.tsx';

interface Props extends PickerProps {
  readonly isSingle?: boolean;
  /** A monitor that is not offered. */
  readonly exceptId?: string;
  /** `names` has the names of all that are chosen, as far as they are known. */
  readonly onChange: (ids: readonly string[], names: ReadonlyMap<string, string>) => void;
}

const TYPING_MS = 120;

/**
 * True once the first monitors of a picker, and the choices of `others`, are known or have failed to be read. A form
 * that stays hidden until then does not move while somebody points at it.
 */
export function useChoicesKnown(chosen: readonly string[], ...others: readonly Resource<unknown>[]): boolean {
  const first = useSignal(chosen).peek();
  return useAllKnown([monitorNames(first), monitorChoices(''), ...others]);
}

/** Some of all monitors: the server searches. Those that are chosen come first. */
export function MonitorPicker({ onChange, exceptId, ...rest }: Props) {
  const typed = useSignal('');
  const search = useSettled(typed.value.trim());
  // The order is decided once, so that rows do not move while somebody points at them.
  const first = useSignal(rest.chosen).peek();
  const named = useResource(monitorNames(first));
  const names = named.value.value ?? new Map<string, string>();
  const found = useResource(monitorChoices(search));
  const shown = useLast(found.value.value);
  const text = search.toLowerCase();
  // The server also searches in targets, but it returns only the first matches.
  const matched = new Set(shown?.choices.map(({ id }) => id));
  const chosenBefore = [...names]
    .map(([id, name]) => ({ id, name }))
    .filter(({ id, name }) => matched.has(id) || name.toLowerCase().includes(text));
  const others = (shown?.choices ?? []).filter(({ id }) => !names.has(id) && id !== exceptId);
  const choices = [...chosenBefore, ...others];
  const isSearched = typed.value !== '' || (shown?.total ?? 0) >= SEARCHED_FROM;
  return (
    <>
      <PartFailure from={named} />
      {found.failure.value !== undefined && (
        <FailureNotice failure={found.failure.value} onRetry={() => found.refresh()} />
      )}
      {shown !== undefined && (
        <PickerFrame
          {...rest}
          choices={choices}
          moreCount={shown.total - choices.length - (matched.has(exceptId ?? '') ? 1 : 0)}
          search={isSearched ? typed.value : undefined}
          onSearch={(next) => void (typed.value = next)}
          onChange={(ids) => onChange(ids, new Map(choices.map(({ id, name }) => [id, name])))}
        />
      )}
    </>
  );
}

/** The text once nobody types for a moment. */
function useSettled(text: string): string {
  const settled = useSignal(text);
  useEffect(() => {
    const timer = setTimeout(() => (settled.value = text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled.value;
}

/** What was found stays until the next is there. */
function useLast(current: MonitorChoices | undefined): MonitorChoices | undefined {
  const last = useRef(current);
  if (current !== undefined) last.current = current;
  return last.current;
}
