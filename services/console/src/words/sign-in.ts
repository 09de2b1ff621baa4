import { en } from '../words-en/sign-in.ts';
import { catalogue } from './catalogue.ts';

export const signInWords = catalogue(en, async () => (await import('../words-de/sign-in.ts')).de);
