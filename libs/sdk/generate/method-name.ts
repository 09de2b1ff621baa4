// Decides under which name the client offers an operation: `monitors.list` for listMonitors.

export interface MethodName {
  /** The resource. */
  readonly group: string;
  /** The id of the operation without the name of the resource. */
  readonly method: string;
}

interface Named {
  readonly id: string;
  readonly path: string;
}

const PREFIX = /^\/api\/(?:console\/)?v1\//;

/** The resource that the first segment of a path names. */
export function groupOf({ path }: Pick<Named, 'path'>): string {
  const [segment = ''] = path.replace(PREFIX, '').split('/');
  return segment.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** If the id does not name the resource of its path, it may name another one: testMonitor is `monitors.test`. */
export function methodName(operation: Named, groups: readonly string[]): MethodName {
  const { id } = operation;
  const own = groupOf(operation);
  const others = groups.toSorted((a, b) => b.length - a.length);
  for (const group of [own, ...others]) {
    const plural = capitalized(group);
    const noun = [plural, singular(plural)].find((each) => isWithin(each, id));
    if (noun !== undefined) return { group, method: id.replace(noun, '') };
  }
  return { group: own, method: id };
}

export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function singular(word: string): string {
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/s$/, '');
}

/** Whole words only: `Me` is not within listMembers. */
function isWithin(noun: string, id: string): boolean {
  const end = id.indexOf(noun) + noun.length;
  return id.includes(noun) && (end === id.length || /[A-Z]/.test(id.charAt(end)));
}
