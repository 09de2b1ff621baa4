import { existsSync, readFileSync } from 'node:fs';
import { inRepository } from '../repository.ts';

/** A file or folder of tests. */
const TEST_PATH = /^(?:services|libs|deploy|k8s|e2e)\/[\w./-]+$/;
const QUOTES = new Set(["'", '`']);

/** What is wrong with the tests that a cell names: paths in backquotes, and in quotes how the title of a case begins. */
export function proofFaults(cell: string): string[] {
  const parts = cell.split('`');
  const references = parts.flatMap((path, index) =>
    index % 2 === 1 && TEST_PATH.test(path) ? [{ path, title: quotedTitle(parts[index + 1] ?? '') }] : [],
  );
  if (references.length === 0) return ['names no test'];
  return references.flatMap(({ path, title }) => {
    if (!existsSync(inRepository(path))) return [`${path} does not exist`];
    if (title === undefined || titlesIn(path).some((each) => each.startsWith(title))) return [];
    return [`${path} has no case "${title}"`];
  });
}

function quotedTitle(text: string): string | undefined {
  return text.startsWith(' "') ? text.split('"', 2)[1] : undefined;
}

/** The first arguments of all calls, which are titles where the calls are tests. */
function titlesIn(path: string): string[] {
  const text = readFileSync(inRepository(path), 'utf8');
  return [...text.matchAll(/\(/g)].flatMap(({ index }) => {
    const call = text.slice(index + 1).trimStart();
    const [quote = ''] = call;
    return QUOTES.has(quote) ? [call.split(quote, 2)[1] ?? ''] : [];
  });
}
