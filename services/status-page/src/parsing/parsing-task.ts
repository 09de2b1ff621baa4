import type { ThreadOutcome } from '@vedette/service-host/bounded-thread';
import { imageType } from './logo-image.ts';
import { messageHtml } from './message-html.ts';

/** The parsers for bytes and text from customers, by name. */
const PARSERS = {
  imageType: (bytes: Uint8Array): string | undefined => imageType(Buffer.from(bytes)),
  messageHtml,
};

type Parsers = typeof PARSERS;
export type ParserName = keyof Parsers;
export type ParserInput<Name extends ParserName> = Parameters<Parsers[Name]>[0];
export type ParserResult<Name extends ParserName> = ReturnType<Parsers[Name]>;

export interface ParsingTask<Name extends ParserName = ParserName> {
  readonly parser: Name;
  readonly input: ParserInput<Name>;
}

export function parse({ parser, input }: ParsingTask): ThreadOutcome {
  try {
    return { ok: true, result: (PARSERS[parser] as (value: typeof input) => unknown)(input) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
