import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { inRepository } from '../repository.ts';
import { tableRows } from './tables.ts';

const documents = globSync('{*.md,{services,libs,deploy,k8s,e2e}/**/*.md}', {
  cwd: inRepository(''),
  exclude: (name) => ['node_modules', 'dist', 'bundle'].includes(name),
});

/** Links to files, paths in code that begin at the root of the repository, and those that begin in a part's own `src`. */
function namedPaths(document: string): string[] {
  const text = readFileSync(inRepository(document), 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map((match) =>
    join(dirname(document), match[1] ?? ''),
  );
  const code = [...text.matchAll(/`((?:services|libs|deploy|k8s|e2e)\/[\w./-]+)`/g)].map((match) => match[1] ?? '');
  return [...links, ...code, ...roomPaths(document, text)];
}

/** The document of a service or a lib names its files by room. */
function roomPaths(document: string, text: string): string[] {
  const source = /^(?:services|libs)\/[\w-]+\//.exec(document)?.[0];
  if (source === undefined) return [];
  const rooms = new Set(globSync('*/', { cwd: inRepository(`${source}src`) }).map((room) => room.replace(/\/$/, '')));
  return [...text.matchAll(/`([\w-]+)\/([\w.-]+\.tsx?)`/g)]
    .filter(([, room = '']) => rooms.has(room))
    .map(([, room = '', file = '']) => `${source}src/${room}/${file}`);
}

describe('documents', () => {
  it('are found', () => {
    expect(documents).toContain('README.md');
  });

  it.each(documents)('%s names only files that exist', (document) => {
    expect(namedPaths(document).filter((path) => !existsSync(inRepository(path)))).toEqual([]);
  });

  it.each(documents)('%s shows commands that npm runs without asking back', (document) => {
    expect(readFileSync(inRepository(document), 'utf8')).not.toMatch(/npx (?!-y )pnpm/);
  });
});

describe('the glossary of ARCHITECTURE.md', () => {
  const words = tableRows(readFileSync(inRepository('ARCHITECTURE.md'), 'utf8'), ['Word', 'Meaning']).map(
    (row) => row['Word'] ?? '',
  );

  it('has at most 20 words, each once', () => {
    expect(words.length).toBeGreaterThan(10);
    expect(words.length).toBeLessThanOrEqual(20);
    expect(new Set(words).size).toBe(words.length);
  });
});
