// Decides the client's options for NATS_URL: the servers, and the credentials, which the client does not parse itself.

export interface NatsAddress {
  readonly servers: string[];
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
}

/** Takes the credentials of the first address that has any: `user:password@`, or `token@`. */
export function natsAddress(url: string): NatsAddress {
  const addresses = url.split(',').map((each) => new URL(each));
  const servers = addresses.map(({ protocol, host }) => `${protocol}//${host}`);
  const { username = '', password = '' } = addresses.find((address) => address.username !== '') ?? {};
  if (username === '') return { servers };
  if (password === '') return { servers, token: decodeURIComponent(username) };
  return { servers, user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}
