import { isIP } from 'node:net';
import { generate } from 'selfsigned';

export interface KeyPair {
  readonly key: string;
  readonly cert: string;
}

const DAY_MS = 86_400_000;
const common = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const;

/** A root that signs itself, or an intermediate one that another signs. */
export async function createAuthority(name = 'Test authority', issuer?: KeyPair): Promise<KeyPair> {
  const made = await generate([{ name: 'commonName', value: name }], {
    ...common,
    ...(issuer === undefined ? {} : { ca: { ...issuer } }),
    notBeforeDate: new Date(Date.now() - 365 * DAY_MS),
    notAfterDate: new Date(Date.now() + 365 * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { key: made.private, cert: made.cert };
}

export interface CertificateOptions {
  /** Undefined for a certificate that signs itself. */
  readonly issuer?: KeyPair;
  readonly validFromDays?: number;
  readonly validToDays?: number;
  /** True for a server that also shows it as a client. */
  readonly isClient?: boolean;
}

/** A server's certificate for names and addresses. */
export async function createCertificate(hosts: readonly string[], options: CertificateOptions = {}): Promise<KeyPair> {
  const { issuer, validFromDays = -60, validToDays = 30.5, isClient = false } = options;
  const made = await generate([{ name: 'commonName', value: hosts[0] ?? '' }], {
    ...common,
    notBeforeDate: new Date(Date.now() + validFromDays * DAY_MS),
    notAfterDate: new Date(Date.now() + validToDays * DAY_MS),
    ...(issuer === undefined ? {} : { ca: { ...issuer } }),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'extKeyUsage', serverAuth: true, clientAuth: isClient },
      {
        name: 'subjectAltName',
        altNames: hosts.map((host) => (isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host })),
      },
    ],
  });
  return { key: made.private, cert: made.cert };
}
