import { readFileSync } from 'node:fs';

/** The TypeScript of the README, snippet by snippet. */
export function readmeSnippets(): string[] {
  const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
}
