import { useEffect, useRef } from 'preact/hooks';
import { useResource } from '../data/resource.ts';
import { locale } from '../language/catalogue.ts';
import { Button } from '../parts/button.tsx';
import { Filter } from '../parts/filter.tsx';
import { operationWords } from '../words/operations.ts';
import { organizationWords } from '../words/organization.ts';
import { auditFilterText, PERIODS, type AuditFilter } from './audit-filter.ts';
import { operationChoices } from './operation-names.ts';
import { keyList, memberList } from './organization-data.ts';

interface Props {
  readonly filter: AuditFilter;
  readonly onChange: (next: AuditFilter) => void;
}

export function AuditFilters({ filter, onChange }: Props) {
  const { audit: texts } = organizationWords();
  const { actor, operation, resource, period } = filter;
  return (
    <div
      ref={useLostFocus(auditFilterText(filter))}
      class="filters"
      role="search"
      aria-label={texts.title}
      tabIndex={-1}
    >
      <Filter
        label={texts.what}
        any={texts.anyOperation}
        value={operation}
        choices={operationChoices(operationWords(), locale.value)}
        onChange={(chosen) => onChange({ ...filter, operation: chosen })}
      />
      <Filter
        label={texts.who}
        any={texts.anybody}
        value={actor}
        choices={useActors(actor)}
        onChange={(chosen) => onChange({ ...filter, actor: chosen })}
      />
      <Filter
        label={texts.when}
        any={texts.anyTime}
        value={period}
        choices={PERIODS.map((each) => [each, texts.periods[each]])}
        onChange={(chosen) => onChange({ ...filter, period: PERIODS.find((each) => each === chosen) })}
      />
      {resource !== undefined && (
        <Button onClick={() => onChange({ ...filter, resource: undefined })}>{texts.anyResource}</Button>
      )}
    </div>
  );
}

/** A new list removes the row or button that had the focus; the filters above it then get the focus. */
function useLostFocus(list: string) {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(list);
  useEffect(() => {
    if (list === before.current) return;
    before.current = list;
    if (document.activeElement === document.body) element.current?.focus();
  }, [list]);
  return element;
}

/** The present people and keys. Anybody else in the filter, such as somebody who has left, is shown by their id. */
function useActors(chosen: string | undefined): readonly (readonly [string, string])[] {
  const { audit: texts } = organizationWords();
  const people = useResource(memberList()).value.value ?? [];
  const keys = useResource(keyList()).value.value ?? [];
  const known = [
    ...people.map(({ id, name }) => [`person:${id}`, name] as const),
    ...keys.map(({ id, name }) => [`key:${id}`, texts.keyNamed(name)] as const),
  ];
  return chosen === undefined || known.some(([id]) => id === chosen) ? known : [...known, [chosen, chosen]];
}
