import { en } from '../words-en/history.ts';
import { catalogue } from './catalogue.ts';

export const historyWords = catalogue(en, async () => (await import('../words-de/history.ts')).de);
