import type { Failure } from '../api/client.ts';
import { words } from '../words/words.ts';
import { Button } from './button.tsx';
import { failureLook } from './tones.ts';
import { ToldText } from './told-text.tsx';

/** What went wrong in one sentence of the reader's language, or in the server's own words where it knows more. */
function failureText({ code, message }: Failure, isWrite: boolean): string {
  const { failure } = words();
  switch (code) {
    case 'connection_error':
    case 'timeout':
      return isWrite ? failure.offlineWrite : failure.offline;
    case 'internal_error':
    case 'invalid_response':
      return failure.internal;
    case 'not_found':
      return failure.notFound;
    case 'rate_limited':
      return failure.rateLimited;
    case 'validation_error':
      return failure.check;
    case 'forbidden':
    case 'invalid_idempotency_key':
    case 'unauthorized':
    case 'method_not_allowed':
    case 'conflict':
    case 'idempotency_conflict':
    case 'idempotency_in_progress':
    case 'plan_limit':
    case 'subscription_required':
    case 'invalid_signature':
      return message;
  }
}

interface Props {
  readonly failure: Failure;
  /** Whether something was to be changed, and not only read. */
  readonly isWrite?: boolean;
  readonly onRetry?: () => unknown;
}

export function FailureNotice({ failure, isWrite = false, onRetry }: Props) {
  const { common, failure: texts } = words();
  const isGone = failure.code === 'not_found';
  return (
    <div class={`notice ${failureLook(failure.code, isWrite)}`} role="alert">
      <p>
        <ToldText text={failureText(failure, isWrite)} />
        {failure.requestId !== undefined && <code class="request-id">{texts.requestId(failure.requestId)}</code>}
      </p>
      {onRetry !== undefined && !isGone && <Button onClick={onRetry}>{common.retry}</Button>}
    </div>
  );
}
