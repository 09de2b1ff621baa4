import { dateAndTime } from '../format/format.ts';
import { toldParts } from '../format/told-times.ts';
import { Time } from './time.tsx';

/** A sentence of the server, with its instants in the zone of the reader. */
export function ToldText({ text }: { readonly text: string }) {
  return (
    <>
      {toldParts(text).map((part, index) =>
        typeof part === 'string' ? part : <Time key={index} at={part.at} format={dateAndTime} />,
      )}
    </>
  );
}
