import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface Props {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly kind?: 'plain' | 'palette';
  /** Undefined: the dialog cannot be closed without an answer. */
  readonly onClose?: () => void;
}

/** The browser keeps the focus inside; whatever had it before gets it back. */
export function Dialog({ title, children, kind = 'plain', onClose }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const before = document.activeElement;
    const dialog = element.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
      // If the dialog is removed while it is open, the browser does not give the focus back.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={kind}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClick={(event) => {
        // The backdrop belongs to the dialog; its contents are in a child.
        if (event.target === element.current) onClose?.();
      }}
    >
      <div class="dialog-body">
        <h2 id={titleId}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
