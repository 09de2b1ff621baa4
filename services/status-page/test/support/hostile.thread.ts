import { parentPort } from 'node:worker_threads';
import { READY } from '@vedette/service-host/bounded-thread';

/** A program whose tasks name their own outcome. */
if (parentPort !== null) {
  const port = parentPort;
  port.on('message', (task: 'echo' | 'endless' | 'greedy' | 'exit') => {
    let kept = [0];
    if (task === 'exit') process.exit(1);
    if (task === 'endless') for (;;);
    if (task === 'greedy') for (;;) kept = kept.concat(kept);
    port.postMessage({ ok: true, result: task });
  });
  port.postMessage(READY);
}
