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

/** English comes with the screens, and German beside it, in files that the build names so. */
const LANGUAGES = ['English', 'German'] as const;
type Language = (typeof LANGUAGES)[number];

/** The files, and the texts in the language of their reader. */
function withTexts(names: ReadonlySet<string>, language: Language): Set<string> {
  const loaded = new Set(names);
  if (language === 'English') return loaded;
  const texts = [...names].flatMap((name) => named(read(name), DYNAMIC)).filter((name) => name.startsWith('de-'));
  for (const name of texts) loadedWith(name, loaded);
  return loaded;
}

const [entry = ''] = named(readFileSync(join(SITE, 'index.html'), 'utf8'), /src="\.\/assets\/([\w-]+\.js)"/g);
const all = globSync('*.js', { cwd: FILES });
const screens = all.filter((name) => /-screen-/.test(name));

function screenFile(screen: string): string {
  const found = screens.find((name) => name.startsWith(`${screen}-`));
  if (found === undefined) throw new Error(`There is no file of ${screen}`);
  return found;
}

describe('the script of the console', () => {
  it('is found: every file is loaded with another one or on demand', () => {
    expect(screens.length).toBeGreaterThan(0);
    const onDemand = all.flatMap((name) => named(read(name), DYNAMIC));
    const reached = new Set<string>();
    for (const name of [entry, ...onDemand]) loadedWith(name, reached);
    expect(all.filter((name) => !reached.has(name))).toEqual([]);
  });

  it.each(['overview-screen', 'monitors-screen'].flatMap((name) => LANGUAGES.map((language) => ({ name, language }))))(
    'of $name, which people open first, is small in $language',
    ({ name, language }) => {
      const first = loadedWith(screenFile(name), loadedWith(entry));
      const loaded = withTexts(first, language);
      expect(loaded.size > first.size).toBe(language === 'German');
      expect(bytesOf(loaded)).toBeLessThanOrEqual(FIRST_SCREEN_BYTES);
    },
  );

  it.each(screens)('of %s is within its budget, with what it loads later, in German', (screen) => {
    const first = loadedWith(entry);
    // Such as what draws charts.
    const later = [...loadedWith(screen)]
      .filter((name) => !first.has(name))
      .flatMap((name) => named(read(name), DYNAMIC))
      .filter((name) => !screens.includes(name));
    const loaded = new Set(first);
    for (const name of [screen, ...later]) loadedWith(name, loaded);
    expect(bytesOf(withTexts(loaded, 'German'))).toBeLessThanOrEqual(ANY_SCREEN_BYTES);
  });
});
