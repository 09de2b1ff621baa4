import { effect, signal } from '@preact/signals';
import { locale, type Locale } from '../language/catalogue.ts';

export type Theme = 'SYSTEM' | 'LIGHT' | 'DARK';

const THEME_KEY = 'vedette.theme';
const LOCALE_KEY = 'vedette.locale';

/** Kept in the browser too, so that the next start needs no answer of the server for its first paint. */
export const theme = signal<Theme>(asTheme(localStorage.getItem(THEME_KEY)));
locale.value = asLocale(localStorage.getItem(LOCALE_KEY) ?? navigator.language);
/** An IANA name; undefined: that of the browser. */
export const timeZone = signal<string | undefined>(undefined);

effect(() => {
  document.documentElement.dataset['theme'] = theme.value.toLowerCase();
});
effect(() => {
  document.documentElement.lang = locale.value;
});

/** A choice on this page is newer than an answer of the server that is still on its way. */
let hasChosen = false;

/** Takes over what the person has chosen on any device. */
export function adoptPreferences(me: { theme: Theme; locale: Locale | null; timezone: string | null }): void {
  timeZone.value = me.timezone ?? undefined;
  if (hasChosen) return;
  keepTheme(me.theme);
  if (me.locale !== null) keepLocale(me.locale);
}

export function chooseTheme(chosen: Theme): void {
  hasChosen = true;
  keepTheme(chosen);
}

export function chooseLocale(chosen: Locale): void {
  hasChosen = true;
  keepLocale(chosen);
}

function keepTheme(chosen: Theme): void {
  localStorage.setItem(THEME_KEY, chosen);
  theme.value = chosen;
}

function keepLocale(chosen: Locale): void {
  localStorage.setItem(LOCALE_KEY, chosen);
  locale.value = chosen;
}

function asTheme(text: string | null): Theme {
  return text === 'LIGHT' || text === 'DARK' ? text : 'SYSTEM';
}

function asLocale(text: string): Locale {
  return text.toLowerCase().startsWith('de') ? 'de' : 'en';
}

/** The zone in which the person reads and writes times. */
export function readersZone(): string {
  return timeZone.value ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
