import { en } from '../words-en/status-pages.ts';
import { catalogue } from './catalogue.ts';

export const statusPageWords = catalogue(en, async () => (await import('../words-de/status-pages.ts')).de);
