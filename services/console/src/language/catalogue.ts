import { effect, signal } from '@preact/signals';

export type Locale = 'en' | 'de';

/** The language of the reader. `data/preferences.ts` sets it. */
export const locale = signal<Locale>('en');

let loading: Promise<unknown> = Promise.resolve();

/**
 * The texts of one room, in the language of the reader. English comes with the screens that use it; other languages are
 * loaded when somebody reads them. A component that asks for the texts is drawn again when the language changes.
 */
export function catalogue<Texts>(loadGerman: () => Promise<Texts>, english: NoInfer<Texts>): () => Texts {
  const current = signal<Texts>(english);
  const showGerman = async (): Promise<void> => {
    const german = await loadGerman();
    if (locale.peek() === 'de') current.value = german;
  };
  effect(() => {
    if (locale.value === 'en') current.value = english;
    // Without a connection the texts stay English.
    else loading = Promise.all([loading, showGerman().catch(() => undefined)]);
  });
  return () => current.value;
}

/** A screen waits for its texts, so that nobody sees it in another language first. */
export async function textsLoaded(): Promise<void> {
  await loading;
}
