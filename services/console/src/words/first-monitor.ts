import { en } from '../words-en/first-monitor.ts';
import { catalogue } from './catalogue.ts';

export const firstMonitorWords = catalogue(en, async () => (await import('../words-de/first-monitor.ts')).de);
