import { describe, expect, it } from '@jest/globals';
import { inRepository } from '@vedette/test-kit';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SITE = inRepository('services/console/bundle/site');
const FILES = join(SITE, 'assets');
const FIRST_SCREEN_BYTES = 45_000;
const ANY_SCREEN_BYTES = 90_000;

/** Imports that are loaded with a file, as Rolldown writes them. */
const STATIC = /(?:\bimport|\bfrom)\s*["'`]\.\/([\w-]+\.js)["'`]/g;
const DYNAMIC = /\bimport\(["'`]\.\/([\w-]+\.js)["'`]\)/g;

const read = (name: string): string => readFileSync(join(FILES, name), 'utf8');
const named = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);

/** The file with everything that it needs before it runs. */
function loadedWith(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const each of named(read(name), STATIC)) loadedWith(each, found);
  return found;
}

const bytesOf = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + statSync(join(FILES, `${name}.gz`)).size, 0);

const [entry = ''] = named(readFileSync(join(SITE, 'index.html'), 'utf8'), /src="\.\/assets\/([\w-]+\.js)"/g);
const all = globSync('*.js', { cwd: FILES });
const screens = all.filter((name) => /-screen-/.test(name));

describe('the script of the console', () => {
  it('is found: every file is loaded with another one or on demand', () => {
    expect(screens.length).toBeGreaterThan(0);
    const onDemand = all.flatMap((name) => named(read(name), DYNAMIC));
    const reached = new Set<string>();
    for (const name of [entry, ...onDemand]) loadedWith(name, reached);
    expect(all.filter((name) => !reached.has(name))).toEqual([]);
  });

  it.each(['overview-screen', 'monitors-screen'])('of %s, which people open first, is small', (name) => {
    const first = screens.find((each) => each.startsWith(name)) ?? '';
    expect(bytesOf(new Set([...loadedWith(entry), ...loadedWith(first)]))).toBeLessThanOrEqual(FIRST_SCREEN_BYTES);
  });

  it.each(screens)('of %s is within its budget, with what it loads later', (screen) => {
    const first = loadedWith(entry);
    // Such as what draws charts, and the texts of another language.
    const later = [...loadedWith(screen)]
      .filter((name) => !first.has(name))
      .flatMap((name) => named(read(name), DYNAMIC))
      .filter((name) => !screens.includes(name));
    const loaded = new Set(first);
    for (const name of [screen, ...later]) loadedWith(name, loaded);
    expect(bytesOf(loaded)).toBeLessThanOrEqual(ANY_SCREEN_BYTES);
  });
});
