import { en } from '../words-en/overview.ts';
import { catalogue } from './catalogue.ts';

export const overviewWords = catalogue(en, async () => (await import('../words-de/overview.ts')).de);
