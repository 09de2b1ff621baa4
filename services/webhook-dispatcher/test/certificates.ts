import { isIP } from 'node:net';
import { generate } from 'selfsigned';

export interface KeyPair {
  readonly key: string;
  readonly cert: string;
}

const dayMs = 86_400_000;
const common = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const;

export async function createAuthority(name = 'Test authority'): Promise<KeyPair> {
  const made = await generate([{ name: 'commonName', value: name }], {
    ...common,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { key: made.private, cert: made.cert };
}

/** A server's certificate for names and addresses; without an authority it signs itself. */
export async function createCertificate(
  hosts: readonly string[],
  options: { readonly authority?: KeyPair; readonly expiresInDays?: number } = {},
): Promise<KeyPair> {
  const { authority, expiresInDays = 30 } = options;
  const made = await generate([{ name: 'commonName', value: hosts[0] ?? '' }], {
    ...common,
    notBeforeDate: new Date(Date.now() - 60 * dayMs),
    notAfterDate: new Date(Date.now() + expiresInDays * dayMs),
    ...(authority === undefined ? {} : { ca: { ...authority } }),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: hosts.map((host) => (isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host })),
      },
    ],
  });
  return { key: made.private, cert: made.cert };
}
