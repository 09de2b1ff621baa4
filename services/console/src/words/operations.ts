import { en } from '../words-en/operations.ts';
import { catalogue } from './catalogue.ts';

export const operationWords = catalogue(en, async () => (await import('../words-de/operations.ts')).de);
