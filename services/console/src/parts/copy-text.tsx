import { useSignal } from '@preact/signals';
import { words } from '../words/words.ts';
import { Button } from './button.tsx';

const SHOWN_MS = 2_000;

/** A text that people take elsewhere, such as a command or a secret. */
export function CopyText({ text }: { readonly text: string }) {
  const { common } = words();
  const isCopied = useSignal(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    isCopied.value = true;
    setTimeout(() => (isCopied.value = false), SHOWN_MS);
  };
  return (
    <div class={`copy-text ${text.includes('\n') ? 'long' : ''}`}>
      <code tabIndex={0}>{text}</code>
      <Button onClick={copy}>
        <span aria-live="polite">{isCopied.value ? common.copied : common.copy}</span>
      </Button>
    </div>
  );
}
