/** Writes a call as a curl command, as a script and as JSON, without a key. */

import type { Api } from '../api-types.ts';
import { OPERATIONS } from '../operation-table.ts';
import { pathWith, queryText, type QueryValues, withoutTrailingSlash } from '../request-target.ts';
import { jsonText } from './json-text.ts';
import { scriptLiteral, scriptText } from './script-literal.ts';
import { shellWord } from './shell-word.ts';

export { jsonText };

/** A method of the client: `monitors.create`. */
export type MethodPath = { [G in keyof Api]: `${G}.${keyof Api[G] & string}` }[keyof Api];

export interface RecipeCall {
  readonly method: MethodPath;
  readonly ids?: readonly string[] | undefined;
  readonly query?: QueryValues | undefined;
  readonly body?: object | undefined;
}

export interface RecipeAddresses {
  /** The address of the API. Left out: everything is asked of the console, which has all operations. */
  readonly baseUrl?: string | undefined;
  readonly consoleUrl: string;
}

export interface Recipe {
  /** The key is read from VEDETTE_API_KEY. Null if the operation takes no key. */
  readonly curl: string | null;
  readonly sdk: string | null;
  /** The body of the request; null if there is none. */
  readonly json: string | null;
  /** True if the call changes nothing and ends: whoever shows it may also make it, and show the answer. */
  readonly isRead: boolean;
}

/** The same call in three languages; an API key is in none of them. */
export function recipeOf(call: RecipeCall, addresses: RecipeAddresses): Recipe {
  const [group = '', name = ''] = call.method.split('.');
  const row = OPERATIONS[group]?.[name];
  if (row === undefined) throw new TypeError(`There is no method ${call.method}`);
  const { ids = [], query } = call;
  // As it is sent: without what is undefined.
  const body = row.body === undefined ? undefined : (JSON.parse(JSON.stringify(call.body ?? {})) as object);
  const json = body === undefined ? null : jsonText(body);
  const isRead = row.method === 'GET' && row.streams !== true;
  if (row.keyless === true) return { curl: null, sdk: null, json, isRead };
  const { baseUrl, consoleUrl } = addresses;
  const needed: Record<string, string> = {
    ...(baseUrl !== undefined && { baseUrl }),
    ...((row.console === true || baseUrl === undefined) && { consoleUrl }),
  };
  const prefix =
    row.console === true || baseUrl === undefined
      ? `${withoutTrailingSlash(consoleUrl)}/api/console/v1`
      : `${withoutTrailingSlash(baseUrl)}/api/v1`;
  const curl = [
    `curl ${shellWord(prefix + pathWith(row.path, ids) + queryText(query))}`,
    // curl sends what has a body by POST.
    ...(row.method === 'GET' || row.method === 'POST' ? [] : [`-X ${row.method}`]),
    ...(row.streams === true ? ['-N'] : []),
    '-H "X-API-Key: $VEDETTE_API_KEY"',
    ...(json === null ? [] : [`-H 'Content-Type: application/json'`, `-d ${shellWord(json)}`]),
  ].join(' \\\n  ');
  const said = Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== undefined));
  const args = [
    ...ids.map((id) => scriptText(id)),
    ...(row.body === 'json' ? [scriptLiteral(body)] : []),
    ...(Object.keys(said).length > 0 ? [scriptLiteral(said)] : []),
  ];
  const invoked = `vedette.${call.method}(${args.join(', ')})`;
  return { curl, sdk: scriptOf(invoked, needed, row), json, isRead };
}

function scriptOf(
  invoked: string,
  addresses: Readonly<Record<string, string>>,
  { paging, streams }: { readonly paging?: unknown; readonly streams?: true },
): string {
  const options = Object.entries(addresses).map(([name, address]) => `  ${name}: ${scriptText(address)},\n`);
  const isIterated = paging !== undefined || streams === true;
  return [
    `import { Vedette } from '@vedette/sdk';\n`,
    `const vedette = new Vedette({\n${options.join('')}  apiKey: process.env.VEDETTE_API_KEY ?? '',\n});`,
    isIterated ? `for await (const item of ${invoked}) console.log(item);` : `console.log(await ${invoked});`,
    '',
  ].join('\n');
}
