import { catalogue } from './catalogue.ts';
import { en } from './monitors-en.ts';

export const monitorWords = catalogue(en, async () => (await import('./monitors-de.ts')).de);
