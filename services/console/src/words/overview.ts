import { catalogue } from './catalogue.ts';
import { en } from './overview-en.ts';

export const overviewWords = catalogue(en, async () => (await import('./overview-de.ts')).de);
