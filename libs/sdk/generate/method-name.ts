// Decides under which name the client offers an operation: `monitors.list` for listMonitors.

export interface MethodName {
  /** The resource, from the first segment of the path. */
  readonly group: string;
  /** The id of the operation without the name of the resource. */
  readonly method: string;
}

const PREFIX = /^\/api\/(?:console\/)?v1\//;

export function methodName({ id, path }: { readonly id: string; readonly path: string }): MethodName {
  const [segment = ''] = path.replace(PREFIX, '').split('/');
  const group = segment.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const plural = capitalized(group);
  const noun = [plural, singular(plural)].find((each) => id.includes(each));
  return { group, method: noun === undefined ? id : id.replace(noun, '') };
}

export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function singular(word: string): string {
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/s$/, '');
}
