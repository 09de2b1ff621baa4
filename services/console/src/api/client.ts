import { Vedette, VedetteError } from '@vedette/sdk';
import { CONSOLE_URL } from '../base-path.ts';

/** The one class of failures of all calls. */
export { VedetteError as Failure };

/** Short, because a person waits: a failure now is better than a late success. */
const RETRIES = 1;
const DEADLINE_MS = 20_000;

let onUnauthorized: () => void = () => undefined;
let current = clientOf(undefined);

/** The client, which acts in the organization of the address. */
export function api(): Vedette {
  return current;
}

/** Two tabs may be in two organizations: each request names its own. */
export function actIn(organization: string | undefined): void {
  current = clientOf(organization);
}

export function whenUnauthorized(listener: () => void): void {
  onUnauthorized = listener;
}

function clientOf(organization: string | undefined): Vedette {
  return new Vedette({
    session: true,
    baseUrl: CONSOLE_URL,
    organization,
    retries: RETRIES,
    deadlineMs: DEADLINE_MS,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      if (response.status === 401) onUnauthorized();
      return response;
    },
  });
}
