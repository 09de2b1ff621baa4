/** Of each thing, what was said last of it: the highest sequence, and of equals the last one. */
export function newestOfEach<T extends { readonly sequence: number }>(
  said: readonly T[],
  idOf: (one: T) => string,
): T[] {
  const newest = new Map<string, T>();
  for (const one of said) {
    const id = idOf(one);
    if ((newest.get(id)?.sequence ?? -1) <= one.sequence) newest.set(id, one);
  }
  return [...newest.values()];
}
