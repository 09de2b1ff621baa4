import { effect, signal } from '@preact/signals';
import { locale } from '../data/preferences.ts';
import { en, type Words } from './en.ts';

const current = signal<Words>(en);

/** The texts of the reader's language. A component that asks for them is drawn again when the language changes. */
export function words(): Words {
  return current.value;
}

async function loadGerman(): Promise<void> {
  const { de } = await import('./de.ts');
  if (locale.peek() === 'de') current.value = de;
}

/** English is always there; other languages are loaded when somebody reads them. */
effect(() => {
  if (locale.value === 'en') current.value = en;
  else void loadGerman();
});
