import type { Tone } from '@vedette/design';

interface Props {
  readonly tone: Tone;
  readonly text: string;
  readonly isPill?: boolean | undefined;
}

/** A state in colour, shape and words. */
export function ToneLabel({ tone, text, isPill = false }: Props) {
  return (
    <span class={`state ${tone} ${isPill ? 'pill' : ''}`}>
      <span class={`dot ${tone}`} aria-hidden="true" />
      {text}
    </span>
  );
}
