import { describe, expect, it } from '@jest/globals';
import { incidentUrl } from './console-links.ts';

describe('a link to an incident', () => {
  it.each([
    { name: 'is on the host of the console', consoleUrl: 'https://c.example', host: 'https://c.example' },
    { name: 'is below its path', consoleUrl: 'https://c.example/vedette', host: 'https://c.example/vedette' },
  ])('$name', ({ consoleUrl, host }) => {
    expect(incidentUrl(consoleUrl, 'org_1', 'inc_1')).toBe(`${host}/console/o/org_1/incidents/inc_1`);
  });
});
