import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Failure } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import { words } from '../words/words.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FailureNotice } from './failure-notice.tsx';

interface Props {
  readonly title: string;
  readonly text: string;
  /** What else somebody should know first. */
  readonly children?: ComponentChildren;
  /** What the button says that does it. */
  readonly action: string;
  /** What somebody has to type first, with the label of the field. */
  readonly typed?: { readonly label: string; readonly text: string };
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** For what cannot be taken back. */
export function ConfirmDialog({ title, text, children, action, typed, onConfirm, onClose }: Props) {
  const failure = useSignal<Failure | undefined>(undefined);
  const given = useSignal('');
  const isReady = typed === undefined || given.value.trim() === typed.text.trim();
  const confirm = async (): Promise<void> => {
    failure.value = await attempt(onConfirm);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p class="lead">{text}</p>
      {children}
      {failure.value !== undefined && <FailureNotice failure={failure.value} isWrite />}
      {typed !== undefined && (
        <label class="field">
          <span>{typed.label}</span>
          <input type="text" value={given.value} onInput={(event) => (given.value = event.currentTarget.value)} />
        </label>
      )}
      <div class="dialog-actions">
        <Button onClick={onClose}>{words().common.cancel}</Button>
        <Button kind="primary" isDisabled={!isReady} onClick={confirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
