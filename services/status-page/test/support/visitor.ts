import { waitFor } from '@vedette/test-kit';
import type { Organization } from '@vedette/test-kit/organization';
import { ask, type Answer } from './http.ts';
import type { Suite } from './suite.ts';

type Headers = Record<string, string>;

interface Published {
  readonly organization: Organization;
  readonly page: { readonly id: string; readonly slug: string };
}

/** The state of the whole page, in words. */
export const headline = ({ body }: Answer): string => /<h1>(.*?)<\/h1>/.exec(body)?.[1] ?? '';

/** Reads the public pages of a suite's service. */
export function visitor(suite: () => Suite) {
  const get = (path: string, headers: Headers = {}): Promise<Answer> => ask(suite().config.port, path, { headers });

  /** The first answer that the test accepts; public pages follow a change within 2 s. */
  const eventually = (
    what: string,
    path: string,
    isThere: (answer: Answer) => boolean,
    headers: Headers = {},
  ): Promise<Answer> =>
    waitFor(
      what,
      async () => {
        const answer = await get(path, headers);
        return isThere(answer) && answer;
      },
      { timeoutMs: 2_000 },
    );

  const published = async (body: object = {}): Promise<Published> => {
    const organization = suite().organization();
    const page = await organization.call('createStatusPage', { body: { name: 'Acme', ...body } });
    await eventually('the page', `/${page.slug}`, ({ status }) => status === 200);
    return { organization, page };
  };

  return { get, eventually, published };
}
