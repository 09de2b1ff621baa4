import { words } from '../words/words.ts';
import { Age } from './time.tsx';
import { STATE_TONES, type MonitorState } from './tones.ts';

interface Props {
  readonly state: MonitorState;
  /** Since when; null if it is not known. */
  readonly since?: string | null;
  readonly isPill?: boolean;
}

/** A state in colour, shape and words. */
export function StateLabel({ state, since = null, isPill = false }: Props) {
  const tone = STATE_TONES[state];
  return (
    <span class={`state ${tone} ${isPill ? 'pill' : ''}`}>
      <span class={`dot ${tone}`} aria-hidden="true" />
      {words().states[state]}
      {since !== null && (
        <span class="since">
          <Age at={since} />
        </span>
      )}
    </span>
  );
}
