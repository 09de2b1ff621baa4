// Decides whether a body meets its keyword rule: the keyword must be present, or must be absent.

import type { KeywordTarget } from '@vedette/contract';

export function keywordFault(
  { keyword, keywordMatch }: Pick<KeywordTarget, 'keyword' | 'keywordMatch'>,
  isFound: boolean,
  isTruncated: boolean,
): string | null {
  if (keywordMatch === 'NOT_EXISTS') return isFound ? `Keyword ${quoted(keyword)} is in the response` : null;
  if (isFound) return null;
  return `Keyword ${quoted(keyword)} is not in ${isTruncated ? 'the first 2 MiB of the response' : 'the response'}`;
}

function quoted(keyword: string): string {
  const characters = Array.from(keyword);
  return `"${characters.length > 100 ? `${characters.slice(0, 100).join('')}…` : keyword}"`;
}
