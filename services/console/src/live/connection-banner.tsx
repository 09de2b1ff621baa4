import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { shownSettled } from '../data/resource.ts';
import { sessionState } from '../data/session.ts';
import { Button } from '../parts/button.tsx';
import { words } from '../words/words.ts';
import { connection, retryConnection } from './live-events.ts';

/** A restart of the gateway ends the stream for a moment, which needs no banner. */
const PATIENCE_MS = 2_500;

/**
 * Says that the screen may be out of date. The app tries again by itself. From the loss of the connection until
 * everything has been read again, the notices of single reads are hidden: they would come and go beside the banner.
 */
export function ConnectionBanner() {
  const { failure, common } = words();
  const isLost = connection.value === 'lost';
  // The end of the session also ends the stream; a dialog says so.
  const isEnded = sessionState.value.kind === 'ended';
  const isShown = useSignal(false);
  const areReadsHushed = useSignal(false);
  useEffect(() => {
    if (!isLost) {
      isShown.value = false;
      let isOutdated = false;
      const speakAgain = async (): Promise<void> => {
        await shownSettled();
        if (!isOutdated) areReadsHushed.value = false;
      };
      void speakAgain();
      return () => void (isOutdated = true);
    }
    areReadsHushed.value = true;
    const timer = setTimeout(() => (isShown.value = true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isLost]);
  return (
    <div role="status" class={areReadsHushed.value ? 'hushes-reads' : undefined}>
      {isShown.value && !isEnded && (
        <div class="notice slow connection">
          <p>{failure.live}</p>
          <Button onClick={retryConnection}>{common.retry}</Button>
        </div>
      )}
    </div>
  );
}
