// Decides which of the keys that stored secrets are sealed with are to be replaced, and which are missing here.

export interface KeyRing {
  /** The present one. */
  readonly keyId: string;
  /** Those that open here, the present one included. */
  readonly keyIds: readonly string[];
}

export interface KeyUsage {
  /** Known, and no longer the present one: what is sealed with it is sealed anew. */
  readonly outdated: readonly string[];
  /** Not known here: what is sealed with it cannot be used. */
  readonly missing: readonly string[];
}

export function keyUsage(inUse: readonly string[], { keyId, keyIds }: KeyRing): KeyUsage {
  const others = inUse.filter((each) => each !== keyId);
  return {
    outdated: others.filter((each) => keyIds.includes(each)),
    missing: others.filter((each) => !keyIds.includes(each)),
  };
}
