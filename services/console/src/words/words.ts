import { catalogue } from './catalogue.ts';
import { en } from './en.ts';

/** What every screen needs. Each room has a catalogue of its own beside this one. */
export const words = catalogue(en, async () => (await import('./de.ts')).de);
