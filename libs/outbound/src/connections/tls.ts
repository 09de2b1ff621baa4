import type { Socket } from 'node:net';
import {
  connect,
  createSecureContext,
  getCACertificates,
  type ConnectionOptions,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import type { Deadline } from '../deadline.ts';
import { diagnose, diagnoseCertificate, diagnoseEnd, type Diagnosis } from '../failure.ts';
import { SLICE_BYTES } from './slice-size.ts';

/**
 * One context for all connections, since creating one costs a fifth of a handshake. The curves leave out the
 * post-quantum hybrids, which cost as much again. X25519 alone would fail against TLS 1.2 with a P-256 certificate.
 */
export function sharedSecureContext(extraAuthorities: readonly string[] = []): SecureContext {
  const ecdhCurve = 'X25519:P-256:P-384';
  // Without `ca`, Node parses the trusted roots once per process, so `ca` is set only if there are additional roots.
  return extraAuthorities.length === 0
    ? createSecureContext({ ecdhCurve })
    : createSecureContext({ ecdhCurve, ca: [...getCACertificates('default'), ...extraAuthorities] });
}

export interface Handshake {
  readonly secureContext: SecureContext;
  /** The host that the certificate must name: a DNS name or a literal address. */
  readonly host: string;
  /** Empty for a literal address, which SNI cannot carry. */
  readonly servername: string;
  /** False accepts every certificate. */
  readonly verify: boolean;
  readonly alpn: readonly string[];
  readonly endpoint: string;
}

export type Secured =
  | { readonly ok: true; readonly socket: TLSSocket; readonly tlsMs: number }
  | { readonly ok: false; readonly diagnosis: Diagnosis };

/** Always makes a full handshake: a resumed session would not show the server's current certificate. */
export function secure(socket: Socket, handshake: Handshake, deadline: Deadline): Promise<Secured> {
  const { secureContext, host, servername, verify, alpn, endpoint } = handshake;
  return new Promise((resolve) => {
    const startedAt = performance.now();
    let isSettled = false;
    const options: ConnectionOptions & { highWaterMark: number } = {
      socket,
      secureContext,
      host,
      rejectUnauthorized: verify,
      highWaterMark: SLICE_BYTES,
    };
    if (servername !== '') options.servername = servername;
    if (alpn.length > 0) options.ALPNProtocols = [...alpn];
    const tlsSocket = connect(options);

    const settle = (outcome: Secured): void => {
      if (isSettled) return;
      isSettled = true;
      release();
      if (!outcome.ok) {
        tlsSocket.destroy();
        socket.destroy();
      }
      resolve(outcome);
    };

    tlsSocket.once('secureConnect', () => {
      settle({ ok: true, socket: tlsSocket, tlsMs: performance.now() - startedAt });
    });
    // This listener is never removed: an error between two owners of the socket would end the process.
    tlsSocket.on('error', (error) => {
      if (isSettled) return;
      const fault = faultOf(tlsSocket);
      const diagnosis =
        fault === null ? diagnose(error, { phase: 'tls', endpoint, servername }) : diagnoseCertificate(fault, host);
      settle({ ok: false, diagnosis });
    });
    tlsSocket.once('close', () => {
      settle({ ok: false, diagnosis: diagnose({ code: 'ECONNRESET' }, { phase: 'tls', endpoint, servername }) });
    });
    const release = deadline.onEnd(() => {
      settle({ ok: false, diagnosis: diagnoseEnd(deadline.ended ?? 'aborted', deadline.limitMs, 'tls', endpoint) });
    });
  });
}

/**
 * Node sets this if, and only if, the handshake succeeded and the certificate was rejected. Its declared type is Error,
 * but its value is a code.
 */
function faultOf(tlsSocket: TLSSocket): string | null {
  const fault: unknown = tlsSocket.authorizationError;
  return typeof fault === 'string' ? fault : null;
}
