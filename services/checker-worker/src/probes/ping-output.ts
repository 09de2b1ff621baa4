/** Decides what the words of ping (iputils) mean: answered, how fast at best, or not, and why. */

export type PingVerdict =
  | { readonly kind: 'ANSWERED'; readonly bestMs: number }
  /** `reason` is what a router or our own machine said; null for silence. */
  | { readonly kind: 'UNANSWERED'; readonly reason: string | null }
  /** We could not ping at all, which says nothing about the target. */
  | { readonly kind: 'UNABLE'; readonly reason: string };

export interface PingRun {
  readonly stdout: string;
  readonly stderr: string;
  /** Null when it was killed at the end of its time. */
  readonly exitCode: number | null;
}

export function readPing({ stdout, stderr, exitCode }: PingRun): PingVerdict {
  const times = [...stdout.matchAll(/ time[=<]([\d.]+) ms/g)].map(([, ms]) => Number(ms));
  if (times.length > 0) return { kind: 'ANSWERED', bestMs: Math.min(...times) };
  const [, by, said] = /^From (\S+):? icmp_seq=\d+ (.+)$/m.exec(stdout) ?? [];
  if (by !== undefined && said !== undefined) {
    return { kind: 'UNANSWERED', reason: `${by.replace(/:$/, '')} says ${said.trim()}` };
  }
  if (/unreachable|no route/i.test(stderr)) return { kind: 'UNANSWERED', reason: 'there is no route to it' };
  if (exitCode === 0 || exitCode === 1 || exitCode === null) return { kind: 'UNANSWERED', reason: null };
  return { kind: 'UNABLE', reason: stderr.trim() === '' ? `ping ended with ${exitCode}` : stderr.trim() };
}
