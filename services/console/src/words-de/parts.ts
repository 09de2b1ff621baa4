import { plural } from '../language/plural.ts';

export const de = {
  secret: { title: 'Kopieren Sie das Geheimnis jetzt', done: 'Ich habe es kopiert' },
  picker: {
    chosen: (count: number) => plural('de', count, { one: '# gewählt', other: '# gewählt' }),
    search: (what: string) => `In ${what} suchen`,
    placeholder: 'Namen eingeben',
    none: 'Es gibt noch nichts zur Auswahl.',
    noneMatch: 'Nichts passt dazu.',
    more: (count: string) => `${count} weitere: tippen Sie, um sie zu finden`,
  },
  notAllowed: 'Ihre Rolle liest nur. Jemand mit der Rolle Mitglied kann dies ändern.',
  masked: '••• steht für das, was Ihre Rolle nicht sieht.',
  deleted: 'Gelöscht',
};
