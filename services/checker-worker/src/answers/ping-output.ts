// Decides what the output of ping (iputils) means: answered, with the best round trip, or unanswered, with the reason.

export type PingVerdict =
  | { readonly kind: 'answered'; readonly bestMs: number }
  /** `reason` is the error from a router or our own machine; null when there was no reply at all. */
  | { readonly kind: 'unanswered'; readonly reason: string | null }
  /** We could not ping at all, which says nothing about the target. */
  | { readonly kind: 'unable'; readonly reason: string };

export interface PingRun {
  readonly stdout: string;
  readonly stderr: string;
  /** Null when ping was killed at the end of its time. */
  readonly exitCode: number | null;
}

export function readPing({ stdout, stderr, exitCode }: PingRun): PingVerdict {
  const times = [...stdout.matchAll(/ time[=<]([\d.]+) ms/g)].map(([, ms]) => Number(ms));
  if (times.length > 0) return { kind: 'answered', bestMs: Math.min(...times) };
  const said = routerWords(stdout);
  if (said !== undefined) return { kind: 'unanswered', reason: said };
  if (/unreachable|no route/i.test(stderr)) return { kind: 'unanswered', reason: 'there is no route to it' };
  if (exitCode === 0 || exitCode === 1 || exitCode === null) return { kind: 'unanswered', reason: null };
  return { kind: 'unable', reason: stderr.trim() === '' ? `ping ended with ${exitCode}` : stderr.trim() };
}

/** Turns `From 10.0.0.1 icmp_seq=1 Destination Host Unreachable` into a sentence. */
function routerWords(stdout: string): string | undefined {
  for (const line of stdout.split('\n')) {
    const [from, router = '', sequence = '', ...said] = line.split(' ');
    if (from !== 'From' || !sequence.startsWith('icmp_seq=') || said.length === 0) continue;
    return `${router.replace(/:$/, '')} says ${said.join(' ').trim()}`;
  }
  return undefined;
}
