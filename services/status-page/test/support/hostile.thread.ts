import { parentPort } from 'node:worker_threads';
import { READY } from '@vedette/service-host/bounded-thread';

/** A program whose tasks name their own outcome. */
if (parentPort !== null) {
  const port = parentPort;
  port.on('message', (task: 'echo' | 'endless' | 'greedy' | 'exit') => {
    const kept: string[] = [];
    if (task === 'exit') process.exit(1);
    if (task === 'endless') for (;;);
    if (task === 'greedy') for (;;) kept.push(Buffer.alloc(65_536).toString('latin1'));
    port.postMessage({ ok: true, result: task });
  });
  port.postMessage(READY);
}
