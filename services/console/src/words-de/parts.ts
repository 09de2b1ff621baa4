import type { PartsWords } from '../words-en/parts.ts';
import { plural } from '../format/plural.ts';

export const de: PartsWords = {
  secret: { title: 'Kopieren Sie das Geheimnis jetzt', done: 'Ich habe es kopiert' },
  picker: {
    chosen: (count) => plural('de', count, { one: '# gewählt', other: '# gewählt' }),
    search: (what) => `In ${what} suchen`,
    placeholder: 'Namen eingeben',
    none: 'Es gibt noch nichts zur Auswahl.',
    noneMatch: 'Nichts passt dazu.',
    more: (count) => `${count} weitere: tippen Sie, um sie zu finden`,
  },
  notAllowed: 'Ihre Rolle liest nur. Jemand mit der Rolle Mitglied kann dies ändern.',
  masked: '••• steht für das, was Ihre Rolle nicht sieht.',
  deleted: 'Gelöscht',
};
