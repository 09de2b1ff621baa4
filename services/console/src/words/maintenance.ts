import { catalogue } from './catalogue.ts';
import { en } from './maintenance-en.ts';

export const maintenanceWords = catalogue(en, async () => (await import('./maintenance-de.ts')).de);
