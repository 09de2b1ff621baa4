import { useEffect } from 'preact/hooks';
import { meaningOf, type Command } from './shortcut.ts';

/** How long after `g` the next key still belongs to it. */
const SEQUENCE_MS = 1_500;
const FIELDS = 'input, textarea, select, [contenteditable]';

export function useShortcuts(run: (command: Command) => void): void {
  useEffect(() => {
    let pressedGAt = -Infinity;
    const listen = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.matches(FIELDS);
      const { key, altKey, shiftKey } = event;
      const isControl = (event.ctrlKey || event.metaKey) && !altKey && !shiftKey;
      const press = { key, isForeign: event.ctrlKey || event.metaKey || altKey, isControl, isTyping };
      const meaning = meaningOf(press, event.timeStamp - pressedGAt < SEQUENCE_MS);
      pressedGAt = meaning.kind === 'prefix' ? event.timeStamp : -Infinity;
      // A dialog has the keyboard for itself.
      if (meaning.kind !== 'command' || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      run(meaning.command);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [run]);
}
