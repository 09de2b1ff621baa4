import { plural } from '../language/plural.ts';

const count = (number: number, one: string, other: string): string => plural('de', number, { one, other });

export const de = {
  monitors: {
    title: 'Monitore',
    new: 'Neuer Monitor',
    count: (number: number) => count(number, '# Monitor', '# Monitore'),
    uptimesOf: (time: string) => `· Verfügbarkeiten, Stand ${time}`,
    search: 'Name oder Adresse',
    state: 'Zustand',
    anyState: 'Jeder Zustand',
    type: 'Art',
    anyType: 'Jede Art',
    sort: 'Reihenfolge',
    sorts: {
      state: 'Schlimmste zuerst',
      name: 'Nach Name',
      uptime: 'Niedrigste Verfügbarkeit zuerst',
      latency: 'Langsamste zuerst',
      lastStatusChangedAt: 'Letzte Änderung zuerst',
    },
    monitor: 'Monitor',
    response: 'Antwort',
    checked: 'Geprüft vor',
    uptime30d: 'Verfügbar 30 T',
    last24h: 'Letzte 24 Std.',
    sparkLabel: (median: string) => `Antwortzeiten der letzten 24 Stunden, in der Mitte ${median}`,
    select: 'Auswählen',
    selectOne: (name: string) => `${name} auswählen`,
    bulk: 'Mit den ausgewählten Monitoren',
    selected: (number: number) => count(number, '# ausgewählt', '# ausgewählt'),
    selectAll: (number: number) => count(number, '# auswählen', 'Alle # auswählen'),
    selectNone: 'Keinen auswählen',
    tooMany: (most: number) => `Höchstens ${most} auf einmal`,
    deleteManyTitle: (number: number) => count(number, '# Monitor löschen?', '# Monitore löschen?'),
    deleteManyText:
      'Sie werden endgültig entfernt, mit ihrem Verlauf und ihren Vorfällen, und von allen Statusseiten und Wartungsfenstern.',
    waits: 'Wartet auf Pings',
    noneMatch: 'Kein Monitor passt. Ändern Sie die Suche oder die Filter.',
    checkNow: 'Jetzt prüfen',
    pause: 'Pausieren',
    resume: 'Fortsetzen',
    edit: 'Bearbeiten',
    editTitle: 'Monitor bearbeiten',
    duplicate: 'Duplizieren',
    deleteTitle: (name: string) => `${name} löschen?`,
    deleteText:
      'Der Monitor wird endgültig entfernt, mit seiner Geschichte und seinen Vorfällen, auch von allen Statusseiten und Wartungsfenstern.',
    lastCheck: 'Letzte Prüfung vor',
    checkedEvery: (span: string) => `alle ${span}`,
    expectedEvery: (span: string) => `erwartet alle ${span}`,
    certificate: 'Zertifikat läuft ab in',
    whatIsChecked: 'Was geprüft wird',
    mustContain: 'Muss enthalten',
    mustNotContain: 'Darf nicht enthalten',
    degraded: 'Langsam',
    degradedRule: (mode: 'LAST' | 'P95', samples: number, threshold: string) =>
      mode === 'LAST'
        ? count(
            samples,
            `wenn die letzte Prüfung länger als ${threshold} dauerte`,
            `wenn jede der letzten # Prüfungen länger als ${threshold} dauerte`,
          )
        : `wenn das 95. Perzentil der letzten ${samples} Prüfungen über ${threshold} liegt`,
    timeout: 'Zeitlimit',
    grace: 'Nachfrist',
    created: 'Angelegt',
    heartbeat: 'Rufen Sie am Ende jedes Laufs diese Adresse auf:',
    heartbeatMasked: 'Der Job ruft eine Adresse auf, die Ihre Rolle nicht sieht.',
  },
};
