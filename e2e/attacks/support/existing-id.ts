import fc, { type Arbitrary } from 'fast-check';

/** Stands for an existing id in a request whose ids are not known yet, such as `@@monitorId:3@@`. */
export function existingIdOf(kind: string): Arbitrary<string> {
  return fc.nat(99).map((index) => `@@${kind}:${index}@@`);
}

/** The text with existing ids in the place of those marks; `pick` is told which ids the text names already. */
export function withIds(
  text: string,
  pick: (kind: string, index: number, named: ReadonlySet<string>) => string,
): string {
  const named = new Set<string>();
  return text.replaceAll(/@@(\w+):(\d+)@@/g, (_, kind: string, index: string) => {
    const id = pick(kind, Number(index), named);
    named.add(id);
    return id;
  });
}
