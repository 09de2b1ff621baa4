import { en } from '../words-en/parts.ts';
import { catalogue } from './catalogue.ts';

export const partsWords = catalogue(en, async () => (await import('../words-de/parts.ts')).de);
