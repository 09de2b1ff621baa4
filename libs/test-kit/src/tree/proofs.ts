import { existsSync, readFileSync } from 'node:fs';
import { inRepository } from '../repository.ts';

/** A file or folder of tests, and in quotes how the title of one of its cases begins. */
const REFERENCE = /`((?:services|libs|deploy|k8s|e2e)\/[\w./-]+)`(?: "([^"]+)")?/g;
/** The first argument of a call, which is the title where the call is a test. */
const TITLE = /\(\s*(?:'([^'\n]+)'|`([^`\n]+)`)/g;

/** What is wrong with the tests that a cell names. */
export function proofFaults(cell: string): string[] {
  const references = [...cell.matchAll(REFERENCE)];
  if (references.length === 0) return ['names no test'];
  return references.flatMap(([, path = '', title]) => {
    if (!existsSync(inRepository(path))) return [`${path} does not exist`];
    if (title === undefined || titlesIn(path).some((each) => each.startsWith(title))) return [];
    return [`${path} has no case "${title}"`];
  });
}

function titlesIn(path: string): string[] {
  return [...readFileSync(inRepository(path), 'utf8').matchAll(TITLE)].map(
    ([, quoted, template]) => quoted ?? template ?? '',
  );
}
