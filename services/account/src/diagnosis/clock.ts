// Decides whether the clock of another machine agrees with ours.
import { fine, wrong, type Finding } from './finding.ts';

/** Sessions, links and leases are judged by the clocks of several machines, in steps of seconds. */
const MOST_APART_MS = 2_000;

export interface ClockReading {
  readonly whose: string;
  /** Our clock when the question left and when the answer was here. */
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly theirs: number;
}

export function clockFinding(readings: readonly ClockReading[]): Finding {
  const about = 'clock';
  const off = readings
    .map((reading) => ({ whose: reading.whose, apartMs: apartMs(reading) }))
    .filter(({ apartMs: each }) => Math.abs(each) > MOST_APART_MS);
  if (off.length === 0) return fine(about, `the clocks of ${readings.length} processes agree with this one`);
  const named = off.map(({ whose, apartMs: each }) => `${whose} is ${seconds(each)} ${each > 0 ? 'ahead' : 'behind'}`);
  return wrong(
    about,
    named.join(', '),
    'Let every machine keep its clock by NTP (chrony, systemd-timesyncd): links, sessions and checks depend on it.',
  );
}

/** How far their clock is outside of the time in which they answered; 0 if it is inside. */
function apartMs({ askedAt, answeredAt, theirs }: ClockReading): number {
  if (theirs < askedAt) return theirs - askedAt;
  return theirs > answeredAt ? theirs - answeredAt : 0;
}

function seconds(ms: number): string {
  return `${Math.round(Math.abs(ms) / 100) / 10} s`;
}
