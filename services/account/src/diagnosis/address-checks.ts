import { fine, notice, wrong, type Finding } from './finding.ts';

const LIMIT_MS = 5_000;
const HERE = 'Look at whether its service runs, at its port and at its log.';
const ELSEWHERE = 'Open it in a browser; if it fails there too, look at the route, DNS and the certificate.';

export interface PublicAddresses {
  readonly consolePublicUrl: string;
  /** Known for the stack of one machine. */
  readonly apiUrl: string | null;
  readonly statusPageUrl: string | null;
  readonly heartbeatUrl: string | null;
}

/** Asks each public address that is known. Any answer but a failure of the server is one. */
export function addressFindings(addresses: PublicAddresses): Promise<Finding[]> {
  const { consolePublicUrl, apiUrl, statusPageUrl, heartbeatUrl } = addresses;
  const asked = [
    { what: 'console', url: consolePublicUrl, path: '/api/console/openapi.json' },
    { what: 'API', url: apiUrl, path: '/openapi.json' },
    { what: 'status page server', url: statusPageUrl, path: '/' },
    { what: 'heartbeat server', url: heartbeatUrl, path: '/' },
  ];
  const known = asked.flatMap(({ what, url, path }) => (url === null ? [] : [{ what, url, path }]));
  return Promise.all(
    known.map(async ({ what, url, path }) => {
      const failure = await failureOf(`${url.replace(/\/$/, '')}${path}`);
      if (failure === null) return fine('port', `the ${what} answers at ${url}`);
      const found = `the ${what} at ${url} ${failure}`;
      // In a cluster, network policies keep the services from their own public addresses.
      return apiUrl === null ? notice('port', `${found}, from here`, ELSEWHERE) : wrong('port', found, HERE);
    }),
  );
}

/** Null if there is an answer. */
async function failureOf(page: string): Promise<string | null> {
  try {
    const response = await fetch(page, { redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) });
    await response.body?.cancel();
    return response.status < 500 ? null : `answers ${response.status}`;
  } catch (error) {
    return `cannot be reached (${reasonOf(error)})`;
  }
}

/** `fetch` hides the reason in the cause. */
function reasonOf(error: unknown): string {
  const cause: unknown = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
