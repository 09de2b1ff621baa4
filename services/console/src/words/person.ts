import { catalogue } from './catalogue.ts';
import { en } from './person-en.ts';

export const personWords = catalogue(en, async () => (await import('./person-de.ts')).de);
