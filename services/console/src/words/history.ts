import { catalogue } from './catalogue.ts';
import { en } from './history-en.ts';

export const historyWords = catalogue(en, async () => (await import('./history-de.ts')).de);
