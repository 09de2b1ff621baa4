import type { PortTarget } from '@vedette/contract';
import { Deadline } from '@vedette/outbound';
import { throwIfOurs } from '../answers/own-fault.ts';
import { failed, succeeded, type Probe } from './probe.ts';

/** Opens a TCP connection and sends nothing over it. */
export const probePort: Probe<PortTarget> = async ({ host, port, timeoutSeconds }, { outbound }, signal) => {
  const deadline = Deadline.after(timeoutSeconds * 1000, signal);
  try {
    const connection = await outbound.connect({ host, port }, deadline);
    const total = deadline.elapsedMs;
    const phases = { ...connection.phases, total };
    if (!connection.ok) {
      throwIfOurs(connection);
      return failed(connection.message, phases);
    }
    connection.socket.destroy();
    return succeeded(phases, { responseMs: total });
  } finally {
    deadline.clear();
  }
};
