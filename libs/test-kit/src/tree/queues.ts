import { globSync, readFileSync } from 'node:fs';
import { inRepository } from '../repository.ts';

/** A place where work or messages of several organizations wait. */
export interface Queue {
  readonly file: string;
  /** Its signs in the file, as `signsOfQueues` finds them. */
  readonly signs: readonly string[];
  readonly holds: string;
  /** No lane waits for another one. Default: one lane. */
  readonly lanes?: readonly string[];
  /** Who takes turns; or why nobody does. */
  readonly turns: 'organizations' | 'endpoints' | 'contacts' | { readonly none: string };
  /** How much can wait, or how much is done at once. */
  readonly bound: string;
  /** The constants that enforce it, or the code that reads them: `file: NAME`, or `lib/file: NAME` in another lib. */
  readonly by: readonly string[];
}

/** How a queue looks in the code. New classes of queues are found by their lists, and their uses are added here. */
const SIGNS: readonly (readonly [name: string | undefined, pattern: RegExp])[] = [
  [undefined, /SKIP LOCKED/g],
  ['due rows', /\b(?:due_at|decide_at|next_transition_at) <=/g],
  [undefined, /new (?:TurnQueue|Places|PageQueue|AttemptPlaces|CheckPlaces|LeasedPlaces|Gatherer)\b/g],
  [
    undefined,
    /new (?:ByteBudget|BoundedThread|Worker|OutboxRelay|EventConsumer|MessagePuller|DurableConsumer|UnreadBytes)\b/g,
  ],
  ['a list', /\.shift\(|readonly #waiting\b/g],
  ['a package', /from '(?:p-queue|p-limit|async|bullmq|fastq)'/g],
  ['unread bytes', /\.writableLength\b/g],
  ['a list in Redis', /\b(?:xadd|lpush|rpush|blpop|brpop|xreadgroup)\b/gi],
];

/** These run in browsers, in tests and on a developer's machine. */
const ELSEWHERE = /^(?:libs\/(?:test-kit|local-stores|sdk)|services\/console)\//;

export const SOURCES = globSync('{services,libs}/*/src/**/*.ts', { cwd: inRepository('') }).filter(
  (file) => !file.includes('/generated/') && !file.endsWith('.spec.ts') && !ELSEWHERE.test(file),
);

export const sourceOf = (file: string): string => readFileSync(inRepository(file), 'utf8');

/** What looks like a queue in the code of services, as `file: sign`. Signs without a name are counted. */
export function signsOfQueues(): string[] {
  return SOURCES.flatMap((file) => {
    const source = sourceOf(file);
    return SIGNS.flatMap(([name, pattern]) => {
      const found = [...source.matchAll(pattern)].map(([text]) => text);
      if (name !== undefined) return found.length > 0 ? [`${file}: ${name}`] : [];
      return [...new Set(found)].map((text) => {
        const times = found.filter((each) => each === text).length;
        return `${file}: ${times > 1 ? `${times} × ` : ''}${text}`;
      });
    });
  }).toSorted();
}

/** What is wrong with a name in the code that is said to enforce a bound; undefined if nothing is. */
export function faultOfBound(of: string, named: string): string | undefined {
  const [path = '', name = ''] = named.split(': ');
  const [file = '', lib] = path.split('/').toReversed();
  const folder = lib === undefined ? of.split('/').slice(0, 2).join('/') : `libs/${lib}`;
  const [found, another] = SOURCES.filter((each) => each.startsWith(`${folder}/`) && each.endsWith(`/${file}`));
  if (found === undefined || another !== undefined) return `${folder} has no file ${file}, or several`;
  const source = sourceOf(found);
  const uses = source.split(/\W+/).filter((word) => word === name).length;
  if (uses === 0) return `${found} does not know ${name}`;
  return uses === 1 && source.includes(`\nconst ${name}`) ? `${found} does not use ${name}` : undefined;
}
