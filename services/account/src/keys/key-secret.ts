import { hashApiKey, makeApiKey, type RandomBytes } from '@vedette/contract/api-key';
import type { StoredSecret } from './key.repository.ts';

/** A new secret of a key: the text, which is shown once, and what is stored of it. */
export function makeSecret(random: RandomBytes): { text: string; stored: StoredSecret } {
  const text = makeApiKey(random);
  return { text, stored: { hash: hashApiKey(text), prefix: text.slice(0, 8), lastFour: text.slice(-4) } };
}
