import type { PartsWords } from '../words-en/parts.ts';
import { plural } from '../format/plural.ts';

export const de: PartsWords = {
  secret: { title: 'Kopieren Sie das Geheimnis jetzt', done: 'Ich habe es kopiert' },
  picker: {
    chosen: (count) => plural('de', count, { one: '# gewählt', other: '# gewählt' }),
    search: (what) => `In ${what} suchen`,
    placeholder: 'Namen eingeben',
    none: 'Nichts passt dazu.',
    more: (count) => `${count} weitere: tippen Sie, um sie zu finden`,
  },
  notAllowed: 'Ihre Rolle liest nur. Jemand mit der Rolle Mitglied kann dies ändern.',
  deleted: 'Gelöscht',
  noContact: {
    title: 'Von einem Ausfall würde niemand erfahren.',
    reasons: {
      none: 'Es gibt keinen Alarmkontakt. Tragen Sie eine Mailadresse, einen Chat oder einen Pager ein.',
      unconfirmed:
        'Kein Kontakt ist bestätigt. Wem die Adresse gehört, der muss dem Link folgen, den wir geschickt haben; ein Test schickt ihn noch einmal.',
      failing:
        'Die letzte Nachricht an jeden Kontakt kam nicht an. Sehen Sie nach, warum, berichtigen Sie den Kontakt oder seinen Empfänger, und senden Sie einen Test.',
      mixed:
        'Kontakte sind nicht bestätigt, oder ihre letzte Nachricht kam nicht an. Sehen Sie nach, welche, berichtigen Sie sie, und senden Sie einen Test.',
    },
    add: 'Kontakt eintragen',
    look: 'Kontakte ansehen',
  },
};
