import { en } from '../words-en/no-contact.ts';
import { catalogue } from './catalogue.ts';

export const noContactWords = catalogue(en, async () => (await import('../words-de/no-contact.ts')).de);
