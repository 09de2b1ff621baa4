import { en } from '../words-en/words.ts';
import { catalogue } from './catalogue.ts';

/** What every screen needs. Each room has a catalogue of its own beside this one. */
export const words = catalogue(en, async () => (await import('../words-de/words.ts')).de);
