import { en } from '../words-en/faults.ts';
import { catalogue } from './catalogue.ts';

export const faultWords = catalogue(en, async () => (await import('../words-de/faults.ts')).de);
