// Decides since when an endpoint has only failed, from the attempts that ended.

export interface EndedFor {
  readonly endpointId: string;
  readonly isSuccess: boolean;
  readonly endedAt: Date;
}

export interface HealthNote {
  readonly endpointId: string;
  /** The first failure after the last success; null when a success came last. */
  readonly failingSince: Date | null;
  /** True if one of the attempts succeeded: earlier failures no longer count. */
  readonly hadSuccess: boolean;
}

/** Returns one note for each endpoint. */
export function healthNotes(attempts: readonly EndedFor[]): HealthNote[] {
  const notes = new Map<string, HealthNote>();
  for (const { endpointId, isSuccess, endedAt } of attempts.toSorted(
    (a, b) => a.endedAt.getTime() - b.endedAt.getTime(),
  )) {
    const known = notes.get(endpointId) ?? { endpointId, failingSince: null, hadSuccess: false };
    notes.set(
      endpointId,
      isSuccess
        ? { endpointId, failingSince: null, hadSuccess: true }
        : { ...known, failingSince: known.failingSince ?? endedAt },
    );
  }
  return [...notes.values()];
}
