// Decides how an attempt is drawn: its phases one after the other, and the time after the last of them.

export type Phase = 'dns' | 'connect' | 'tls' | 'firstByte' | 'rest';

export interface PhaseBar {
  readonly phase: Phase;
  readonly ms: number;
  /** Of the longest attempt. */
  readonly percent: number;
}

const ORDER = ['dns', 'connect', 'tls', 'firstByte'] as const;

export type Phases = Readonly<Record<(typeof ORDER)[number] | 'total', number | null>>;

/** `longestMs` is the total of the longest attempt, which fills the whole width. */
export function phaseBars(phases: Phases, longestMs: number): PhaseBar[] {
  const known = ORDER.flatMap((phase) => {
    const ms = phases[phase];
    return ms === null ? [] : [{ phase, ms }];
  });
  const spent = known.reduce((sum, { ms }) => sum + ms, 0);
  const rest = (phases.total ?? spent) - spent;
  const all: { phase: Phase; ms: number }[] = rest > 0 ? [...known, { phase: 'rest', ms: rest }] : known;
  return all.map(({ phase, ms }) => ({ phase, ms, percent: longestMs === 0 ? 0 : (ms / longestMs) * 100 }));
}
