// Decides which of the keys that stored secrets are sealed with must be replaced, and which are missing here.

export interface KeyRing {
  /** The id of the present key. */
  readonly keyId: string;
  /** The ids of all keys that can open secrets here, including the present one. */
  readonly keyIds: readonly string[];
}

export interface KeyUsage {
  /** Known keys other than the present one: their secrets are sealed again with the present key. */
  readonly outdated: readonly string[];
  /** Keys that are not known here: their secrets cannot be opened. */
  readonly missing: readonly string[];
}

export function keyUsage(inUse: readonly string[], { keyId, keyIds }: KeyRing): KeyUsage {
  const others = inUse.filter((each) => each !== keyId);
  return {
    outdated: others.filter((each) => keyIds.includes(each)),
    missing: others.filter((each) => !keyIds.includes(each)),
  };
}
