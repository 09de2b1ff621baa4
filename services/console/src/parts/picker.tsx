import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { number } from '../format/format.ts';
import { partsWords } from '../words/parts.ts';

export interface Choice {
  readonly id: string;
  readonly name: string;
}

export interface PickerProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
  readonly chosen: readonly string[];
}

interface FrameProps extends PickerProps {
  /** Those that are shown, in their order. */
  readonly choices: readonly Choice[];
  /** How many more there are. */
  readonly moreCount: number;
  /** What is searched for; undefined where a search would help nobody. */
  readonly search: string | undefined;
  /** True if one choice takes the place of the other. */
  readonly isSingle?: boolean | undefined;
  readonly onSearch: (text: string) => void;
  readonly onChange: (ids: readonly string[]) => void;
}

/** More would make the list slow and help nobody: typing finds them. */
const MOST_SHOWN = 60;
/** A short list needs no search. */
export const SEARCHED_FROM = 9;

/** Some of several, by name. */
export function PickerFrame(props: FrameProps) {
  const { label, hint, fault, chosen, choices, moreCount, search, isSingle = false, onSearch, onChange } = props;
  const { picker: texts } = partsWords();
  const id = useId();
  const isChosen = new Set(chosen);
  const toggle = (each: string, isOn: boolean): void => {
    if (isSingle) onChange([each]);
    else onChange(isOn ? [...chosen, each] : chosen.filter((other) => other !== each));
  };
  return (
    <fieldset class="picker" aria-describedby={`${id}-hint ${id}-fault`}>
      <legend>
        {label} {!isSingle && <span class="soft">{texts.chosen(chosen.length)}</span>}
      </legend>
      {search !== undefined && (
        <input
          type="search"
          aria-label={texts.search(label)}
          placeholder={texts.placeholder}
          value={search}
          onInput={(event) => onSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            // Enter looks for a name here; it does not send the form.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
      <ul class="picker-list">
        {choices.map((each) => (
          <li key={each.id}>
            <label class="switch">
              <input
                type={isSingle ? 'radio' : 'checkbox'}
                name={isSingle ? id : undefined}
                checked={isChosen.has(each.id)}
                aria-invalid={fault !== undefined}
                onChange={(event) => toggle(each.id, event.currentTarget.checked)}
              />
              <span dir="auto">{each.name}</span>
            </label>
          </li>
        ))}
        {choices.length === 0 && <li class="soft">{search ? texts.noneMatch : texts.none}</li>}
        {moreCount > 0 && <li class="soft">{texts.more(number(moreCount))}</li>}
      </ul>
      <span id={`${id}-hint`} class="hint">
        {hint}
      </span>
      <span id={`${id}-fault`} class="fault" aria-live="polite">
        {fault}
      </span>
    </fieldset>
  );
}

interface Props extends PickerProps {
  /** Undefined while they are being loaded. */
  readonly choices: readonly Choice[] | undefined;
  readonly onChange: (ids: readonly string[]) => void;
}

/** Several of those that are known here. Those that are chosen come first. */
export function Picker({ choices = [], ...rest }: Props) {
  const search = useSignal('');
  // The order is decided once, so that rows do not move while somebody points at them.
  const first = useSignal(new Set(rest.chosen)).peek();
  const text = search.value.trim().toLowerCase();
  const found = choices.filter(({ name }) => name.toLowerCase().includes(text));
  const ordered = [...found.filter((each) => first.has(each.id)), ...found.filter((each) => !first.has(each.id))];
  return (
    <PickerFrame
      {...rest}
      choices={ordered.slice(0, MOST_SHOWN)}
      moreCount={found.length - MOST_SHOWN}
      search={choices.length < SEARCHED_FROM ? undefined : search.value}
      onSearch={(typed) => void (search.value = typed)}
    />
  );
}
