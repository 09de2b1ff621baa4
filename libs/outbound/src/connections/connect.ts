import type { Socket } from 'node:net';
import type { SecureContext, TLSSocket } from 'node:tls';
import type { Deadline } from '../deadline.ts';
import { dial } from './dial.ts';
import { endpointOf, type OutboundFailure, type Phases } from '../failure.ts';
import type { Resolved } from '../names/resolve.ts';
import { secure } from './tls.ts';

export interface Connection<S extends Socket = Socket> {
  readonly ok: true;
  readonly socket: S;
  /** The checked address of this connection. */
  readonly address: string;
  readonly phases: Phases;
}

export interface TlsOptions {
  /** False accepts every certificate. Default: true. */
  readonly verify?: boolean;
  readonly alpn?: readonly string[];
}

export async function openTcp(
  resolved: Resolved,
  port: number,
  deadline: Deadline,
): Promise<Connection | OutboundFailure> {
  const dns = resolved.dnsMs;
  const dialed = await dial(resolved.addresses, port, deadline);
  if (!dialed.ok) return { ok: false, ...dialed.diagnosis, phases: { dns, connect: null, tls: null } };
  const { socket, address, connectMs } = dialed;
  return { ok: true, socket, address, phases: { dns, connect: connectMs, tls: null } };
}

export async function openTls(
  resolved: Resolved,
  port: number,
  options: TlsOptions & { readonly secureContext: SecureContext },
  deadline: Deadline,
): Promise<Connection<TLSSocket> | OutboundFailure> {
  const opened = await openTcp(resolved, port, deadline);
  if (!opened.ok) return opened;
  const { address, phases } = opened;
  const { servername } = resolved;
  const { secureContext, verify = true, alpn = [] } = options;
  const host = servername === '' ? address : servername;
  const handshake = { secureContext, host, servername, verify, alpn, endpoint: endpointOf(address, port) };
  const secured = await secure(opened.socket, handshake, deadline);
  if (!secured.ok) return { ok: false, ...secured.diagnosis, phases };
  return { ok: true, socket: secured.socket, address, phases: { ...phases, tls: secured.tlsMs } };
}
