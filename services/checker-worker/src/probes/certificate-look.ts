import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Deadline, Outbound, OutboundFailure, Target } from '@vedette/outbound';
import { certificateFault, namesIn, type SeenCertificate } from '../answers/certificate.ts';

export interface CertificateVerdict {
  readonly reason: string;
  readonly certExpiresAt: Date | null;
}

/** Null for a connection without TLS. */
export function certificateExpiry(socket: Socket): Date | null {
  return socket instanceof TLSSocket ? (socket.getPeerX509Certificate()?.validToDate ?? null) : null;
}

/**
 * Connects again without verification, to find out what is wrong with a refused certificate and since when. Nothing is
 * sent over that connection.
 */
export async function examineRefused(
  outbound: Outbound,
  { host, port }: Target,
  refusal: OutboundFailure,
  deadline: Deadline,
): Promise<CertificateVerdict> {
  const connection = await outbound.connectTls({ host, port }, { verify: false }, deadline);
  const seen = connection.ok ? look(connection.socket) : null;
  if (connection.ok) connection.socket.destroy();
  const { code, message } = refusal;
  return {
    reason: certificateFault({ code, host, message }, seen, new Date()),
    certExpiresAt: seen?.validTo ?? null,
  };
}

function look(socket: TLSSocket): SeenCertificate | null {
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined) return null;
  const { validFromDate: validFrom, validToDate: validTo, subjectAltName } = certificate;
  return { validFrom, validTo, names: namesIn(subjectAltName) };
}
