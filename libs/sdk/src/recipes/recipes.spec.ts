import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { type RecipeCall, recipeOf } from './recipes.ts';

const ADDRESSES = { baseUrl: 'https://api.example/', consoleUrl: 'https://console.example/prefix' };

const CASES: readonly {
  name: string;
  call: RecipeCall;
  curl: string | null;
  sdk: string | null;
  json: string | null;
}[] = [
  {
    name: 'a list',
    call: { method: 'incidents.list', query: { state: 'ONGOING', monitorId: undefined } },
    curl: `curl 'https://api.example/api/v1/incidents?state=ONGOING' \\\n  -H "X-API-Key: $VEDETTE_API_KEY"`,
    sdk: `for await (const item of vedette.incidents.list({ state: 'ONGOING' })) console.log(item);`,
    json: null,
  },
  {
    name: 'a list without filters',
    call: { method: 'monitors.list' },
    curl: `curl https://api.example/api/v1/monitors \\\n  -H "X-API-Key: $VEDETTE_API_KEY"`,
    sdk: 'for await (const item of vedette.monitors.list()) console.log(item);',
    json: null,
  },
  {
    name: 'a creation',
    call: { method: 'monitors.create', body: { name: `Ada's`, type: 'CRON', url: undefined } },
    curl: [
      'curl https://api.example/api/v1/monitors',
      '-H "X-API-Key: $VEDETTE_API_KEY"',
      `-H 'Content-Type: application/json'`,
      `-d '{\n  "name": "Ada'\\''s",\n  "type": "CRON"\n}'`,
    ].join(' \\\n  '),
    sdk: String.raw`console.log(await vedette.monitors.create({ name: 'Ada\'s', type: 'CRON' }));`,
    json: `{\n  "name": "Ada's",\n  "type": "CRON"\n}`,
  },
  {
    name: 'a change',
    call: { method: 'monitors.update', ids: ['mon_1'], body: { port: null } },
    curl: [
      'curl https://api.example/api/v1/monitors/mon_1',
      '-X PATCH',
      '-H "X-API-Key: $VEDETTE_API_KEY"',
      `-H 'Content-Type: application/json'`,
      `-d '{\n  "port": null\n}'`,
    ].join(' \\\n  '),
    sdk: `console.log(await vedette.monitors.update('mon_1', { port: null }));`,
    json: '{\n  "port": null\n}',
  },
  {
    name: 'an action, whose body is always empty',
    call: { method: 'monitors.pause', ids: ['mon_1'] },
    curl: [
      'curl https://api.example/api/v1/monitors/mon_1/pause',
      '-H "X-API-Key: $VEDETTE_API_KEY"',
      `-H 'Content-Type: application/json'`,
      `-d '{}'`,
    ].join(' \\\n  '),
    sdk: `console.log(await vedette.monitors.pause('mon_1'));`,
    json: '{}',
  },
  {
    name: 'a deletion',
    call: { method: 'monitors.delete', ids: [`$(id)'`] },
    curl: [
      String.raw`curl 'https://api.example/api/v1/monitors/%24(id)'\'''`,
      '-X DELETE',
      '-H "X-API-Key: $VEDETTE_API_KEY"',
    ].join(' \\\n  '),
    sdk: String.raw`console.log(await vedette.monitors.delete('$(id)\''));`,
    json: null,
  },
  {
    name: 'an operation of the console',
    call: { method: 'usage.get' },
    curl: `curl https://console.example/prefix/api/console/v1/usage \\\n  -H "X-API-Key: $VEDETTE_API_KEY"`,
    sdk: 'console.log(await vedette.usage.get());',
    json: null,
  },
  {
    name: 'an operation that takes no key',
    call: { method: 'keys.create', body: { name: 'CI', access: 'FULL' } },
    curl: null,
    sdk: null,
    json: '{\n  "name": "CI",\n  "access": "FULL"\n}',
  },
];

/** The last line of a script, and the arguments of the client before it. */
function parts(sdk: string): { options: string; call: string } {
  const [, options = '', call = ''] = /new Vedette\((.*?)\);\n(.*)\n$/s.exec(sdk) ?? [];
  return { options, call };
}

describe('recipeOf', () => {
  it.each(CASES)('writes $name', ({ call, curl, sdk, json }) => {
    const recipe = recipeOf(call, ADDRESSES);
    expect(recipe.json).toBe(json);
    expect(recipe.curl).toBe(curl);
    expect(recipe.sdk === null ? null : parts(recipe.sdk).call).toBe(sdk);
  });

  it.each<{ name: string; call: RecipeCall; isRead: boolean }>([
    { name: 'a list', call: { method: 'incidents.list' }, isRead: true },
    { name: 'a read that takes no key', call: { method: 'keys.list' }, isRead: true },
    { name: 'a stream, which does not end', call: { method: 'events.stream' }, isRead: false },
    { name: 'a deletion', call: { method: 'monitors.delete', ids: ['mon_1'] }, isRead: false },
    { name: 'an action', call: { method: 'monitors.pause', ids: ['mon_1'] }, isRead: false },
    { name: 'a deletion that takes no key', call: { method: 'keys.delete', ids: ['key_1'] }, isRead: false },
  ])('says that $name can be made to show its answer: $isRead', ({ call, isRead }) => {
    expect(recipeOf(call, ADDRESSES).isRead).toBe(isRead);
  });

  it('gives a script the addresses that it needs, and the key from the environment', () => {
    const key = `apiKey: process.env.VEDETTE_API_KEY ?? '',`;
    expect(parts(recipeOf({ method: 'monitors.list' }, ADDRESSES).sdk ?? '').options).toBe(
      `{\n  baseUrl: 'https://api.example/',\n  ${key}\n}`,
    );
    expect(parts(recipeOf({ method: 'usage.get' }, ADDRESSES).sdk ?? '').options).toBe(
      `{\n  baseUrl: 'https://api.example/',\n  consoleUrl: 'https://console.example/prefix',\n  ${key}\n}`,
    );
  });

  it('asks everything of the console where no other address is known', () => {
    const { curl, sdk } = recipeOf({ method: 'monitors.list' }, { consoleUrl: ADDRESSES.consoleUrl });
    expect(curl).toContain('curl https://console.example/prefix/api/console/v1/monitors ');
    expect(parts(sdk ?? '').options).toBe(
      `{\n  consoleUrl: 'https://console.example/prefix',\n  apiKey: process.env.VEDETTE_API_KEY ?? '',\n}`,
    );
  });

  it('gives curl what a shell leaves as it is', () => {
    const body = { name: `'"$HOME\`id\`\\ !! Ü🚨\n`, type: 'CRON' };
    const { curl } = recipeOf({ method: 'monitors.create', body }, ADDRESSES);
    const script = `curl() { printf '%s\\0' "$@"; }; VEDETTE_API_KEY=ved_key\n${curl ?? ''}`;
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0')).toEqual([
      'https://api.example/api/v1/monitors',
      '-H',
      'X-API-Key: ved_key',
      '-H',
      'Content-Type: application/json',
      '-d',
      JSON.stringify(body, null, 2),
      '',
    ]);
  });

  it('refuses a method that does not exist, and an id that is missing', () => {
    expect(() => recipeOf({ method: 'monitors.fly' as 'monitors.get' }, ADDRESSES)).toThrow('There is no method');
    expect(() => recipeOf({ method: 'monitors.get' }, ADDRESSES)).toThrow('monitorId must be an id');
  });
});
