import { en } from '../words-en/form.ts';
import { catalogue } from './catalogue.ts';

export const formWords = catalogue(en, async () => (await import('../words-de/form.ts')).de);
