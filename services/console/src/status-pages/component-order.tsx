import { useSignal } from '@preact/signals';
import { statusPageWords } from '../words/status-pages.ts';
import { moved, type ComponentDraft } from './page-draft.ts';

interface Props {
  readonly components: readonly ComponentDraft[];
  readonly nameOf: (monitorId: string) => string;
  readonly fault: (field: string) => string | undefined;
  readonly onChange: (components: readonly ComponentDraft[]) => void;
}

/** The components in their order, which a pointer or the keyboard changes. */
export function ComponentOrder({ components, nameOf, fault, onChange }: Props) {
  const texts = statusPageWords();
  const dragged = useSignal<number | undefined>(undefined);
  const told = useSignal('');
  const move = (from: number, to: number): void => {
    const component = components[from];
    if (component === undefined || to < 0 || to >= components.length) return;
    onChange(moved(components, from, to));
    told.value = texts.moved(nameOf(component.monitorId), to + 1, components.length);
  };
  const dragOver = (index: number): void => {
    if (dragged.value === undefined || dragged.value === index) return;
    move(dragged.value, index);
    dragged.value = index;
  };
  return (
    <>
      <ol class="component-order">
        {components.map((component, index) => (
          <li
            key={component.monitorId}
            class={dragged.value === index ? 'dragged' : ''}
            onDragOver={(event) => {
              event.preventDefault();
              dragOver(index);
            }}
            onDrop={(event) => event.preventDefault()}
          >
            <span
              class="handle"
              aria-hidden="true"
              draggable
              onDragStart={() => (dragged.value = index)}
              onDragEnd={() => (dragged.value = undefined)}
            />
            <Fields
              component={component}
              name={nameOf(component.monitorId)}
              fault={(field) => fault(`components.${index}${field}`)}
              onChange={(fields) =>
                onChange(components.map((each, at) => (at === index ? { ...each, ...fields } : each)))
              }
            />
            <Moves
              name={nameOf(component.monitorId)}
              isFirst={index === 0}
              isLast={index === components.length - 1}
              onMove={(by) => move(index, index + by)}
              onRemove={() => onChange(components.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
      <p class="hidden" role="status">
        {told.value}
      </p>
    </>
  );
}

interface FieldsProps {
  readonly component: ComponentDraft;
  /** Of the monitor. */
  readonly name: string;
  readonly fault: (field: string) => string | undefined;
  readonly onChange: (fields: Partial<ComponentDraft>) => void;
}

function Fields({ component, name, fault, onChange }: FieldsProps) {
  const texts = statusPageWords();
  return (
    <div class="component-fields">
      <input
        type="text"
        dir="auto"
        aria-label={texts.componentName(name)}
        aria-invalid={fault('.name') !== undefined}
        placeholder={name}
        value={component.name}
        onInput={(event) => onChange({ name: event.currentTarget.value })}
      />
      <input
        type="text"
        dir="auto"
        aria-label={texts.componentGroup(name)}
        aria-invalid={fault('.group') !== undefined}
        placeholder={texts.group}
        value={component.group}
        onInput={(event) => onChange({ group: event.currentTarget.value })}
      />
      <input
        type="text"
        dir="auto"
        class="wide"
        aria-label={texts.componentDescription(name)}
        aria-invalid={fault('.description') !== undefined}
        placeholder={texts.description}
        value={component.description}
        onInput={(event) => onChange({ description: event.currentTarget.value })}
      />
      <span class="fault wide">{fault('')}</span>
    </div>
  );
}

interface MovesProps {
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

function Moves({ name, isFirst, isLast, onMove, onRemove }: MovesProps) {
  const texts = statusPageWords();
  return (
    <div class="component-moves">
      <button type="button" class="button" aria-label={texts.up(name)} disabled={isFirst} onClick={() => onMove(-1)}>
        ↑
      </button>
      <button type="button" class="button" aria-label={texts.down(name)} disabled={isLast} onClick={() => onMove(1)}>
        ↓
      </button>
      <button type="button" class="button quiet" aria-label={texts.remove(name)} onClick={onRemove}>
        ×
      </button>
    </div>
  );
}
