import { catalogue } from './catalogue.ts';
import { en } from './form-en.ts';

export const formWords = catalogue(en, async () => (await import('./form-de.ts')).de);
