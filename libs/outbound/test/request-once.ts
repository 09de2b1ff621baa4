/** Sends one request in a separate process, whose environment the test chooses, and prints the status. */
import { createOutbound, Deadline } from '@vedette/outbound';

const deadline = Deadline.after(5000);
const outbound = createOutbound({ allowPrivate: true });
const reply = await outbound.request({ url: new URL(process.argv[2] ?? ''), maxResponseBytes: 0 }, deadline);
deadline.clear();
process.stdout.write(reply.ok ? String(reply.status) : reply.message);
