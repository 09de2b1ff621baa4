import type { ComponentChildren } from 'preact';
import { Button } from '../parts/button.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { words } from '../words/words.ts';
import type { Form } from './use-form.ts';

interface Props<Draft> {
  readonly form: Form<Draft>;
  /** What the button says that sends it. */
  readonly action: string;
  /** How somebody leaves without sending: to an address, or by closing a dialog. Undefined: there is nowhere to go. */
  readonly cancel?: string | (() => void) | undefined;
  readonly isInDialog?: boolean;
  readonly children: ComponentChildren;
}

/** What surrounds the fields of a form: its failure, and its buttons. */
export function FormFrame<Draft>({ form, action, cancel, isInDialog = false, children }: Props<Draft>) {
  const { common } = words();
  return (
    <form
      class={isInDialog ? 'form' : 'card form-card'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {form.failure !== undefined && <FailureNotice failure={form.failure} isWrite />}
      {children}
      <div class={isInDialog ? 'dialog-actions' : 'form-actions'}>
        {isInDialog && typeof cancel === 'function' && <Button onClick={cancel}>{common.cancel}</Button>}
        <Button type="submit" kind="primary" isBusy={form.isBusy}>
          {action}
        </Button>
        {typeof cancel === 'string' && (
          <a class="button quiet" href={cancel}>
            {common.cancel}
          </a>
        )}
      </div>
    </form>
  );
}
