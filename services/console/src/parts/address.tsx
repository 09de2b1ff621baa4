import { Fragment } from 'preact';
import { addressPieces } from './address-pieces.ts';

/** An address in full. */
export function Address({ text }: { readonly text: string }) {
  return (
    <bdi>
      {addressPieces(text).map((piece, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- pieces have no other name, and may be the same
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {piece}
        </Fragment>
      ))}
    </bdi>
  );
}
