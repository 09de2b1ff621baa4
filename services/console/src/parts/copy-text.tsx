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
  const isLong = text.includes('\n');
  return (
    <div class={`copy-text ${isLong ? 'long' : ''}`}>
      <code tabIndex={0}>{isLong ? text : inWords(text)}</code>
      <Button onClick={copy}>
        <span aria-live="polite">{isCopied.value ? common.copied : common.copy}</span>
      </Button>
    </div>
  );
}

function inWords(text: string) {
  return text.split(' ').map((word, index) => (
    <>
      {index > 0 && ' '}
      <span class="word">{word}</span>
    </>
  ));
}
