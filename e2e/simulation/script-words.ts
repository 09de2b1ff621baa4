import type { Line, Script } from './script.ts';

/** The script in sentences: the world first, then each line with its time. */
export function scriptInWords({ monitors, workers, hasCanaries, receivers, contacts, lines, seed }: Script): string[] {
  const world = [
    `seed ${seed}; ${count(workers, 'worker')}${hasCanaries ? ' with canaries' : ''}, ` +
      `${count(receivers, 'receiver')}, ${count(contacts, 'alert contact')}`,
    ...monitors.map(({ type, intervalSeconds, graceSeconds }, i) =>
      type === 'CRON'
        ? `monitor ${i}: a cron job that reports every ${intervalSeconds} s, with ${graceSeconds} s of grace`
        : `monitor ${i}: checked every ${intervalSeconds} s`,
    ),
  ];
  return [...world, ...lines.map((line) => `${clockWords(line.at)}  ${lineInWords(line)}`)];
}

/** `4:05.250`: minutes, seconds and milliseconds since the start. */
export function clockWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const seconds = ((ms % 60_000) / 1_000).toFixed(3).padStart(6, '0');
  return `${minutes}:${seconds}`;
}

export function lineInWords(line: Line): string {
  switch (line.kind) {
    case 'target':
      return `the target of monitor ${line.monitor} is ${line.becomes}`;
    case 'ping':
      return `the job of monitor ${line.monitor} reports ${line.says}`;
    case 'user':
      return `a user wants to ${line.does} monitor ${line.monitor}`;
    case 'window': {
      const cancelled = line.cancelledInMs === null ? '' : `, cancelled after ${inSeconds(line.cancelledInMs)}`;
      const when = `in ${inSeconds(line.startsInMs)} for ${inSeconds(line.lastsMs)}`;
      return `a maintenance window of monitor ${line.monitor} is created: ${when}${cancelled}`;
    }
    case 'receiver':
      return `receiver ${line.receiver} answers ${line.answers} for ${inSeconds(line.lastsMs)}`;
    case 'contact':
      return `contact ${line.contact} ${line.answers === 'busy' ? 'is busy' : 'refuses'} for ${inSeconds(line.lastsMs)}`;
    case 'offline':
      return `worker ${line.worker} reaches no target${line.isCutOff ? ' and not NATS' : ''} for ${inSeconds(line.lastsMs)}`;
    case 'disconnect':
      return `worker ${line.worker} does not reach NATS for ${inSeconds(line.lastsMs)}`;
    case 'worker-crash':
      return `worker ${line.worker} is killed, and starts after ${inSeconds(line.downMs)}`;
    case 'skew':
      return `the clock of worker ${line.worker} is off by ${inSeconds(line.byMs)}`;
    case 'crash':
      return `the ${line.process} service is killed ${line.when === 'before-commit' ? 'before' : 'after'} its next commit`;
    case 'late':
      return `${line.channel} arrive up to ${inSeconds(line.byMs)} late for ${inSeconds(line.lastsMs)}`;
    case 'twice':
      return `${line.channel} arrive twice for ${inSeconds(line.lastsMs)}`;
    case 'unacknowledged':
      return `acknowledgements of ${line.channel} are lost for ${inSeconds(line.lastsMs)}`;
    case 'lost':
      return `${line.channel} are lost for ${inSeconds(line.lastsMs)}`;
    case 'power-loss':
      return 'NATS loses its last seconds';
    case 'deaf':
      return `the listener of pings is down for ${inSeconds(line.lastsMs)}`;
  }
}

function inSeconds(ms: number): string {
  return `${ms / 1_000} s`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
