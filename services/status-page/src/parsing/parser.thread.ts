import { parentPort } from 'node:worker_threads';
import { READY } from '@vedette/service-host/bounded-thread';
import { parse, type ParsingTask } from './parsing-task.ts';

if (parentPort !== null) {
  const port = parentPort;
  port.on('message', (task: ParsingTask) => port.postMessage(parse(task)));
  port.postMessage(READY);
}
