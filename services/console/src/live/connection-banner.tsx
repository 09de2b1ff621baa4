import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { words } from '../words/words.ts';
import { connection, retryConnection } from './live-events.ts';

/** A gateway that restarts ends the stream too; nobody needs to hear of that. */
const PATIENCE_MS = 2_500;

/** Says that what is on the screen may be old. The app tries again by itself. */
export function ConnectionBanner() {
  const { failure, common } = words();
  const isLost = connection.value === 'lost';
  const isShown = useSignal(false);
  useEffect(() => {
    if (!isLost) {
      isShown.value = false;
      return;
    }
    const timer = setTimeout(() => (isShown.value = true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isLost]);
  return (
    <div role="status">
      {isShown.value && (
        <div class="notice slow connection">
          <p>{failure.live}</p>
          <Button onClick={retryConnection}>{common.retry}</Button>
        </div>
      )}
    </div>
  );
}
