// Decides since when an endpoint has had nothing but failures, from attempts that ended.

export interface EndedFor {
  readonly endpointId: string;
  readonly isSuccess: boolean;
  readonly endedAt: Date;
}

export interface HealthNote {
  readonly endpointId: string;
  /** The first failure after the last success; null when a success came last. */
  readonly failingSince: Date | null;
  /** There was a success among them: failures from before are forgotten. */
  readonly hadSuccess: boolean;
}

/** One note an endpoint. */
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
