import fc, { type Arbitrary } from 'fast-check';

/** Stands for an existing id in a request whose ids are not known yet, such as `@@monitorId:3@@`. */
export function existingIdOf(kind: string): Arbitrary<string> {
  return fc.nat(99).map((index) => `@@${kind}:${index}@@`);
}

/** The text with existing ids in the place of those marks. */
export function withIds(text: string, id: (kind: string, index: number) => string): string {
  return text.replaceAll(/@@(\w+):(\d+)@@/g, (_, kind: string, index: string) => id(kind, Number(index)));
}
