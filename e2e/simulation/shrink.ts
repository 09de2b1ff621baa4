import type { Line, Script } from './script.ts';

/** True if the script still breaks the same promise. */
export type Fails = (script: Script) => boolean;

/**
 * Removes whatever the failure does not need, until nothing more can be removed: lines first, in halves and then one by
 * one (delta debugging), then monitors, workers, receivers and contacts.
 */
export function shrink(script: Script, fails: Fails): Script {
  let smallest = script;
  for (;;) {
    const before = smallest;
    smallest = withFewerLines(smallest, fails);
    for (const smaller of SIMPLER) {
      for (const candidate of smaller(smallest)) {
        if (!fails(candidate)) continue;
        smallest = candidate;
        break;
      }
    }
    if (smallest === before) return smallest;
  }
}

function withFewerLines(script: Script, fails: Fails): Script {
  let { lines } = script;
  for (let size = Math.ceil(lines.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < lines.length;) {
      const rest = lines.toSpliced(from, size);
      if (fails({ ...script, lines: rest })) lines = rest;
      else from += size;
    }
  }
  return lines.length === script.lines.length ? script : { ...script, lines };
}

type Smaller = (script: Script) => Script[];

const SIMPLER: readonly Smaller[] = [
  (script) => script.monitors.map((_, i) => withoutMonitor(script, i)).filter(({ monitors }) => monitors.length > 0),
  (script) => (script.workers > 1 ? [{ ...script, workers: script.workers - 1, lines: withWorkers(script) }] : []),
  (script) => (script.hasCanaries ? [{ ...script, hasCanaries: false }] : []),
  (script) => (script.receivers > 0 ? [{ ...script, receivers: script.receivers - 1 }] : []),
  (script) => (script.contacts > 0 ? [{ ...script, contacts: script.contacts - 1 }] : []),
  (script) => script.lines.flatMap((line, i) => withLine(script, i, rounded(line))),
];

function withoutMonitor(script: Script, monitor: number): Script {
  const lines = script.lines.flatMap((line): Line[] => {
    if (!('monitor' in line) || line.monitor < monitor) return [line];
    return line.monitor === monitor ? [] : [{ ...line, monitor: line.monitor - 1 }];
  });
  return { ...script, monitors: script.monitors.toSpliced(monitor, 1), lines };
}

/** Without the lines of the last worker. */
function withWorkers({ lines, workers }: Script): Line[] {
  return lines.filter((line) => !('worker' in line) || line.worker < workers - 1);
}

function withLine(script: Script, index: number, line: Line): Script[] {
  if (line.at === script.lines[index]?.at) return [];
  return [{ ...script, lines: script.lines.with(index, line).toSorted((one, other) => one.at - other.at) }];
}

/** Whole tens of seconds are easier to read. */
function rounded(line: Line): Line {
  return { ...line, at: Math.floor(line.at / 10_000) * 10_000 };
}
