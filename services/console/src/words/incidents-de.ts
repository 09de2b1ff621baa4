import type { IncidentWords } from './incidents-en.ts';
import { plural } from './plural.ts';

export const de: IncidentWords = {
  incidents: {
    title: 'Vorfälle',
    noneOfMonitor: 'Bisher kein Ausfall.',
    none: 'Bisher kein Ausfall. Fällt ein Monitor aus, steht sein Vorfall hier, mit jedem fehlgeschlagenen Versuch.',
    noneMatch: 'Kein Vorfall passt zum Filter.',
    noCause: 'Ursache unbekannt',
    ongoing: 'Andauernd',
    resolved: 'Behoben',
    all: 'Alle',
    count: (number) => plural('de', number, { one: '# Vorfall', other: '# Vorfälle' }),
    filter: 'Welche Vorfälle',
    acknowledge: 'Zur Kenntnis nehmen',
    acknowledged: 'Zur Kenntnis genommen',
    isDown: (name) => `${name} ist ausgefallen`,
    wasDown: (name) => `${name} war ausgefallen`,
    started: 'Begonnen',
    lasted: 'Dauer',
    monitor: 'Monitor',
    state: 'Zustand',
    evidence: 'Belege',
    evidenceLead: 'Jeder fehlgeschlagene Versuch, Phase für Phase',
    noEvidence: 'Es gibt keinen Versuch zu zeigen.',
    timeline: 'Verlauf',
    phases: { dns: 'DNS', connect: 'Verbindung', tls: 'TLS', firstByte: 'Erstes Byte', rest: 'Bis zum Fehler' },
    worker: (region, worker) => `${region} · ${worker}`,
    maintenance: 'Er begann in einem Wartungsfenster: Niemand wurde alarmiert.',
  },
};
