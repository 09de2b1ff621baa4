import { describe, expect, it } from '@jest/globals';
import { browserName } from './browser-name.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('the name of a browser', () => {
  it.each([
    { agent: `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, is: 'Chrome · Linux' },
    { agent: `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/142.0 Safari/537.36 Edg/142.0`, is: 'Edge · Windows' },
    { agent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko Firefox/145.0', is: 'Firefox · macOS' },
    {
      agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1',
      is: 'Safari · iPhone',
    },
    { agent: 'Mozilla/5.0 (X11; FreeBSD) Firefox/145.0', is: 'Firefox' },
    { agent: 'curl/8.17.0', is: undefined },
    { agent: '', is: undefined },
  ])('from $agent is $is', ({ agent, is }) => {
    expect(browserName(agent)).toBe(is);
  });
});
