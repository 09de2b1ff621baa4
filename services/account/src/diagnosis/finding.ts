/** What a look at the system found, and what to do about it. */
export interface Finding {
  /** What was looked at. */
  readonly about: string;
  readonly state: FindingState;
  readonly found: string;
  /** One sentence; null if there is nothing to do. */
  readonly advice: string | null;
}

/** NOTICE: it works, and the operator may want it otherwise. */
export type FindingState = 'OK' | 'NOTICE' | 'LATE' | 'WRONG';

export function fine(about: string, found: string): Finding {
  return { about, state: 'OK', found, advice: null };
}

export function wrong(about: string, found: string, advice: string): Finding {
  return { about, state: 'WRONG', found, advice };
}

export function notice(about: string, found: string, advice: string): Finding {
  return { about, state: 'NOTICE', found, advice };
}
