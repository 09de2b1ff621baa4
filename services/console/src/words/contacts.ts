import { en } from '../words-en/contacts.ts';
import { catalogue } from './catalogue.ts';

export const contactWords = catalogue(en, async () => (await import('../words-de/contacts.ts')).de);
