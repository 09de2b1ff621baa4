import type { SslTarget } from '@vedette/contract';
import { Deadline } from '@vedette/outbound';
import { certificateExpiry, examineRefused } from './certificate-look.ts';
import { throwIfOurs } from '../answers/own-fault.ts';
import { failed, succeeded, type Probe } from './probe.ts';
import { tlsEndpoint } from './target-host.ts';

/** A strict handshake: chain, host name and dates. Any other failure is the connection's, not the certificate's. */
export const probeSsl: Probe<SslTarget> = async ({ url, timeoutSeconds }, { outbound }, signal) => {
  const deadline = Deadline.after(timeoutSeconds * 1000, signal);
  try {
    const endpoint = tlsEndpoint(url);
    const connection = await outbound.connectTls(endpoint, {}, deadline);
    const total = deadline.elapsedMs;
    const phases = { ...connection.phases, total };
    if (connection.ok) {
      const certExpiresAt = certificateExpiry(connection.socket);
      connection.socket.destroy();
      return succeeded(phases, { responseMs: total, certExpiresAt });
    }
    throwIfOurs(connection);
    if (connection.reason !== 'certificate') return failed(connection.message, phases);
    const { reason, certExpiresAt } = await examineRefused(outbound, endpoint, connection, deadline);
    return failed(reason, { ...phases, total: deadline.elapsedMs }, { certExpiresAt });
  } finally {
    deadline.clear();
  }
};
