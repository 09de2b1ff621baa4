import { en } from '../words-en/monitors.ts';
import { catalogue } from './catalogue.ts';

export const monitorWords = catalogue(en, async () => (await import('../words-de/monitors.ts')).de);
