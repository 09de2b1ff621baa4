import { describe, expect, it } from '@jest/globals';
import { acknowledgementUrl, confirmationUrl, contactUrl, incidentUrl } from './console-links.ts';

describe('a link to an incident', () => {
  it.each([
    { name: 'is on the host of the console', consoleUrl: 'https://c.example', host: 'https://c.example' },
    { name: 'is below its path', consoleUrl: 'https://c.example/vedette', host: 'https://c.example/vedette' },
  ])('$name', ({ consoleUrl, host }) => {
    expect(incidentUrl(consoleUrl, 'org_1', 'inc_1')).toBe(`${host}/console/o/org_1/incidents/inc_1`);
  });
});

describe('a link to acknowledge', () => {
  it('has its token where no server sees it', () => {
    const { hash, href } = new URL(acknowledgementUrl('https://c.example/vedette', 'inc_1.ac_1.x.y'));
    expect([href, hash]).toEqual(['https://c.example/vedette/console/ack#inc_1.ac_1.x.y', '#inc_1.ac_1.x.y']);
  });
});

describe('a link to confirm an address', () => {
  it('has its token where no server sees it', () => {
    expect(confirmationUrl('https://c.example', 'x')).toBe('https://c.example/console/confirm#x');
  });
});

describe('a link to a contact', () => {
  it('names its organization', () => {
    expect(contactUrl('https://c.example', 'org_1', 'ac_1')).toBe('https://c.example/console/o/org_1/contacts/ac_1');
  });
});
