import type { TextForm } from '@vedette/contract/fault-reason';
import { plural } from '../language/plural.ts';

export const de = {
  required: 'Bitte ausfüllen.',
  choose: 'Bitte mindestens eine Auswahl treffen.',
  fewerCharacters: (most: number) => plural('de', most, { one: 'Höchstens # Zeichen.', other: 'Höchstens # Zeichen.' }),
  characters: (least: string, most: string) => `${least} bis ${most} Zeichen.`,
  moreCharacters: (least: number) =>
    plural('de', least, { one: 'Mindestens # Zeichen.', other: 'Mindestens # Zeichen.' }),
  fewerItems: (most: number) => plural('de', most, { one: 'Höchstens #.', other: 'Höchstens #.' }),
  items: (least: string, most: string) => `${least} bis ${most}.`,
  moreItems: (least: number) => plural('de', least, { one: 'Mindestens #.', other: 'Mindestens #.' }),
  number: 'Hier muss eine ganze Zahl stehen.',
  numberBetween: (least: string, most: string) => `Hier muss eine ganze Zahl von ${least} bis ${most} stehen.`,
  choice: 'Bitte aus der Liste wählen.',
  time: 'Hier müssen ein Datum und eine Uhrzeit stehen.',
  repeats: 'Das steht schon in der Liste.',
  headers: {
    name: (header: string) => `„${header}“ kann keine Kopfzeile heißen.`,
    reserved: (header: string) => `„${header}“ setzt die Prüfung selbst.`,
    value: (header: string) => `Der Wert von „${header}“ enthält ein Zeichen, das in keiner Kopfzeile stehen kann.`,
  },
  headerBytes: (most: string, given: string) => `Namen und Werte haben ${given} Bytes; ${most} sind erlaubt.`,
  masked: 'Das ist verdeckt. Geben Sie den Wert selbst ein.',
  notAfterStart: 'Das Ende muss nach dem Beginn liegen.',
  tooLongAfterStart: (days: number) =>
    plural('de', days, {
      one: 'Das Ende darf höchstens # Tag nach dem Beginn liegen.',
      other: 'Das Ende darf höchstens # Tage nach dem Beginn liegen.',
    }),
  beforeStart: 'Das darf nicht vor dem Beginn liegen.',
  outsideYears: (first: number, last: number) =>
    `Die Zeit muss in den Jahren ${String(first)} bis ${String(last)} liegen.`,
  longerThanPeriod: 'Eine Wartung dauert länger als die Zeit bis zum Beginn der nächsten.',
  forms: {
    colour: 'Eine Farbe besteht aus # und sechs Ziffern von 0 bis f, etwa #3366cc.',
    'event-types': 'Bitte Ereignisse aus der Liste wählen.',
    host: 'Hier muss ein Hostname oder eine IP-Adresse stehen.',
    'host-name': 'Hier muss ein Hostname stehen, etwa status.example.com.',
    'http-url': 'Hier muss eine Adresse stehen, die mit http:// oder https:// beginnt.',
    'http-url-or-host-name': 'Hier muss ein Hostname stehen oder eine Adresse, die mit http:// oder https:// beginnt.',
    'http-url-without-credentials':
      'Hier muss eine Adresse ohne Passwort stehen, die mit http:// oder https:// beginnt.',
    'https-url-without-credentials': 'Hier muss eine Adresse ohne Passwort stehen, die mit https:// beginnt.',
    'local-time': 'Hier muss eine Uhrzeit wie 22:00 stehen.',
    'mail-address': 'Hier muss eine Mailadresse stehen.',
    'page-slug': 'Kleinbuchstaben, Ziffern und Bindestriche, höchstens 63; am Anfang und am Ende kein Bindestrich.',
    'time-zone': 'Hier muss eine Zeitzone wie Europe/Berlin stehen.',
  } satisfies Record<TextForm, string>,
};
