// Decides what an RDAP answer says about the expiry of a domain, and which server of IANA's list answers for it.

/** The date as the registry wrote it; null when the answer has none. */
export function rdapExpiry(answer: unknown): string | null {
  const events = field(answer, 'events');
  if (!isList(events)) return null;
  const dateOf = (action: string): string | null => {
    const event = events.find((candidate) => field(candidate, 'eventAction') === action);
    const date = field(event, 'eventDate');
    return typeof date === 'string' ? date : null;
  };
  return dateOf('expiration') ?? dateOf('registrar expiration');
}

/** IANA's list (RFC 9224) as a map from suffix to server. Undefined when the input is not such a list. */
export function readBootstrap(list: unknown): ReadonlyMap<string, URL> | undefined {
  const services = field(list, 'services');
  if (!isList(services)) return undefined;
  const servers = new Map<string, URL>();
  for (const service of services) {
    const [suffixes, addresses] = isList(service) ? service : [];
    const server = preferred(addresses);
    if (server === undefined || !isList(suffixes)) continue;
    for (const suffix of suffixes) if (typeof suffix === 'string') servers.set(suffix.toLowerCase(), server);
  }
  return servers;
}

/** The server of the longest matching suffix of the domain. */
export function rdapServerFor(servers: ReadonlyMap<string, URL>, domain: string): URL | null {
  const labels = domain.split('.');
  for (let start = 0; start < labels.length; start++) {
    const server = servers.get(labels.slice(start).join('.'));
    if (server !== undefined) return server;
  }
  return null;
}

function preferred(addresses: unknown): URL | undefined {
  if (!isList(addresses)) return undefined;
  const urls = addresses.flatMap((address) => (typeof address === 'string' ? (URL.parse(address) ?? []) : []));
  return urls.find(({ protocol }) => protocol === 'https:') ?? urls.find(({ protocol }) => protocol === 'http:');
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}
