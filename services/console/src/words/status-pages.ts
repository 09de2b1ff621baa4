import { catalogue } from './catalogue.ts';
import { en } from './status-pages-en.ts';

export const statusPageWords = catalogue(en, async () => (await import('./status-pages-de.ts')).de);
