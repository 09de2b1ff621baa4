import { en } from '../words-en/maintenance.ts';
import { catalogue } from './catalogue.ts';

export const maintenanceWords = catalogue(en, async () => (await import('../words-de/maintenance.ts')).de);
