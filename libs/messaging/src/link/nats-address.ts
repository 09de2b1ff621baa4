// Decides the client's options for NATS_URL: the servers, the credentials, which the client does not parse itself, and TLS.

export interface NatsAddress {
  readonly servers: string[];
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
  readonly tls?: { readonly caFile?: string };
}

/**
 * Takes the credentials of the first address that has any: `user:password@`, or `token@`. The client ignores the scheme: without
 * the option `tls` it would send the password unencrypted to anyone who answers for the server and offers no TLS.
 */
export function natsAddress(url: string, caFile: string | null = null): NatsAddress {
  const addresses = url.split(',').map((each) => new URL(each));
  return {
    servers: addresses.map(({ protocol, host }) => `${protocol}//${host}`),
    ...credentials(addresses),
    ...(addresses.some(({ protocol }) => protocol === 'tls:') && { tls: caFile === null ? {} : { caFile } }),
  };
}

function credentials(addresses: readonly URL[]): Omit<NatsAddress, 'servers'> {
  const { username = '', password = '' } = addresses.find((address) => address.username !== '') ?? {};
  if (username === '') return {};
  if (password === '') return { token: decodeURIComponent(username) };
  return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}
