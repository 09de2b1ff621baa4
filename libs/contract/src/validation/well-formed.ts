/** Removes the faulty parts from a body, so that the rules across fields can check the rest. */

// No field of the contract is deeper (recurrence.weekdays.0); a deeper fault removes its ancestor.
const MAX_DEPTH = 3;

type Faulty = Map<string, Faulty>;

/** Copies the changed parts, in one pass. A removed array item becomes undefined, so the others keep their paths. */
export function wellFormedPart(
  body: Readonly<Record<string, unknown>>,
  faults: readonly { path: readonly string[] }[],
): Record<string, unknown> {
  const root: Faulty = new Map();
  for (const { path } of faults) mark(root, path.slice(0, MAX_DEPTH));
  return fieldsWithout(body, root);
}

function mark(root: Faulty, path: readonly string[]): void {
  let node = root;
  for (const [depth, segment] of path.entries()) {
    const next = node.get(segment);
    // An empty map marks a value as faulty; faults inside that value do not matter any more.
    if (next?.size === 0) return;
    if (depth === path.length - 1 || next === undefined) node.set(segment, new Map());
    node = node.get(segment) ?? node;
  }
}

function without(value: unknown, faulty: Faulty): unknown {
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => {
      const inner = faulty.get(String(index));
      if (inner === undefined) return item;
      return inner.size === 0 ? undefined : without(item, inner);
    });
  }
  return typeof value === 'object' && value !== null ? fieldsWithout(value, faulty) : value;
}

function fieldsWithout(value: object, faulty: Faulty): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]: [string, unknown]) => {
      const inner = faulty.get(name);
      if (inner === undefined) return [[name, field]];
      return inner.size === 0 ? [] : [[name, without(field, inner)]];
    }),
  );
}
