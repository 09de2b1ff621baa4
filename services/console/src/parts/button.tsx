import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

interface Props {
  readonly children: ComponentChildren;
  readonly kind?: 'plain' | 'primary' | 'quiet';
  readonly type?: 'button' | 'submit';
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  readonly label?: string;
  /** While the returned promise is pending, the button shows progress and cannot be pressed again. */
  readonly onClick?: () => unknown;
}

export function Button({ children, kind = 'plain', type = 'button', isBusy, isDisabled, label, onClick }: Props) {
  const isRunning = useSignal(false);
  const busy = isBusy === true || isRunning.value;
  const press = async (): Promise<void> => {
    if (busy) return;
    isRunning.value = true;
    try {
      await onClick?.();
    } finally {
      isRunning.value = false;
    }
  };
  return (
    <button
      type={type}
      class={`button ${kind}`}
      aria-label={label}
      aria-busy={busy}
      disabled={isDisabled}
      onClick={onClick === undefined ? undefined : () => void press()}
    >
      {children}
    </button>
  );
}
