import { en } from '../words-en/links.ts';
import { catalogue } from './catalogue.ts';

export const linkWords = catalogue(en, async () => (await import('../words-de/links.ts')).de);
