import type { AuditEntry as Entry } from '@vedette/sdk';
import { exactTime } from '../format/format.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Facts } from '../parts/facts.tsx';
import { operationWords } from '../words/operations.ts';
import { organizationWords } from '../words/organization.ts';
import { words } from '../words/words.ts';
import type { AuditFilter } from './audit-filter.ts';
import { operationName } from './operation-names.ts';

interface Props {
  readonly entry: Entry;
  readonly onFilter: (filter: AuditFilter) => void;
  readonly onClose: () => void;
}

/** Everything that is kept of an entry: the table has no room for ids. */
export function AuditEntry({ entry, onFilter, onClose }: Props) {
  const { audit: texts } = organizationWords();
  const { at, actor, actorName, operation, refused, resourceId, resourceName, changedFields } = entry;
  return (
    <Dialog title={operationName(operation, operationWords())} onClose={onClose}>
      {refused && <p class="soft">{texts.refused}</p>}
      <Facts
        rows={[
          [texts.operation, <code key="operation">{operation}</code>],
          [texts.resource, resourceName === null ? undefined : <bdi>{resourceName}</bdi>],
          [texts.resourceId, resourceId === null ? undefined : <code>{resourceId}</code>],
          [texts.changedFields, changedFields.length === 0 ? undefined : <code>{changedFields.join(', ')}</code>],
          [texts.who, actorName === null ? undefined : <bdi>{actorName}</bdi>],
          [texts.actor, <code key="actor">{actor}</code>],
          [texts.from, entry.address ?? undefined],
          [texts.request, entry.requestId === null ? undefined : <code>{entry.requestId}</code>],
          [texts.exactly, <time dateTime={at}>{exactTime(at)}</time>],
        ]}
      />
      <div class="dialog-actions">
        {resourceId !== null && (
          <Button kind="quiet" onClick={() => onFilter({ resource: resourceId })}>
            {texts.ofResource}
          </Button>
        )}
        <Button kind="quiet" onClick={() => onFilter({ actor })}>
          {texts.ofActor}
        </Button>
        <Button onClick={onClose}>{words().common.close}</Button>
      </div>
    </Dialog>
  );
}
