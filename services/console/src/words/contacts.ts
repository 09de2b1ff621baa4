import { catalogue } from './catalogue.ts';
import { en } from './contacts-en.ts';

export const contactWords = catalogue(en, async () => (await import('./contacts-de.ts')).de);
