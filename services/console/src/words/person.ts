import { en } from '../words-en/person.ts';
import { catalogue } from './catalogue.ts';

export const personWords = catalogue(en, async () => (await import('../words-de/person.ts')).de);
