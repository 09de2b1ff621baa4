import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { number } from '../format/format.ts';
import { partsWords } from '../words/parts.ts';

export interface Choice {
  readonly id: string;
  readonly name: string;
}

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
  /** Undefined while they are being loaded. */
  readonly choices: readonly Choice[] | undefined;
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** More would make the list slow and help nobody: typing finds them. */
const MOST_SHOWN = 60;
/** A short list needs no search. */
const SEARCHED_FROM = 9;

/** Several of many, by name. Those that are chosen come first. */
export function Picker({ label, hint, fault, choices = [], chosen, onChange }: Props) {
  const { picker: texts } = partsWords();
  const id = useId();
  const search = useSignal('');
  // Decided once, so that rows do not jump away under the pointer.
  const first = useSignal(new Set(chosen)).peek();
  const text = search.value.trim().toLowerCase();
  const found = choices.filter(({ name }) => name.toLowerCase().includes(text));
  const ordered = [...found.filter((each) => first.has(each.id)), ...found.filter((each) => !first.has(each.id))];
  const isChosen = new Set(chosen);
  const toggle = (each: string, isOn: boolean): void => {
    onChange(isOn ? [...chosen, each] : chosen.filter((other) => other !== each));
  };
  return (
    <fieldset class="picker" aria-describedby={`${id}-hint ${id}-fault`}>
      <legend>
        {label} <span class="soft">{texts.chosen(chosen.length)}</span>
      </legend>
      {choices.length >= SEARCHED_FROM && (
        <input
          type="search"
          aria-label={texts.search(label)}
          placeholder={texts.placeholder}
          value={search.value}
          onInput={(event) => (search.value = event.currentTarget.value)}
          onKeyDown={(event) => {
            // Enter looks for a name here; it does not send the form.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
      <ul class="picker-list">
        {ordered.slice(0, MOST_SHOWN).map((each) => (
          <li key={each.id}>
            <label class="switch">
              <input
                type="checkbox"
                checked={isChosen.has(each.id)}
                aria-invalid={fault !== undefined}
                onChange={(event) => toggle(each.id, event.currentTarget.checked)}
              />
              <span dir="auto">{each.name}</span>
            </label>
          </li>
        ))}
        {found.length === 0 && <li class="soft">{texts.none}</li>}
        {found.length > MOST_SHOWN && <li class="soft">{texts.more(number(found.length - MOST_SHOWN))}</li>}
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
