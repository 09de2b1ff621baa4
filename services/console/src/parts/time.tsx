import { duration, exactTime, now } from '../format/format.ts';

/** How long ago something happened, with the exact instant for whoever points at it. */
export function Age({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={exactTime(at)}>
      {duration(now.value - Date.parse(at))}
    </time>
  );
}

interface Props {
  readonly at: string;
  readonly format: (at: string) => string;
}

export function Time({ at, format }: Props) {
  return (
    <time dateTime={at} title={exactTime(at)}>
      {format(at)}
    </time>
  );
}
