import { describe, expect, it } from '@jest/globals';
import { readWhois, type WhoisAnswer } from './whois-answer.ts';

const registered = (expiry: string): WhoisAnswer => ({ kind: 'registered', expiry });

describe('readWhois', () => {
  it.each<[string, string, WhoisAnswer]>([
    [
      'IANA about a top-level domain',
      '% IANA WHOIS server\n\nrefer:        whois.nic.example\n\ndomain:       EXAMPLE\nwhois:        whois.nic.example\nstatus:       ACTIVE\n',
      { kind: 'referred', server: 'whois.nic.example' },
    ],
    ['a server on another port', 'refer: 127.0.0.1:4343\n', { kind: 'referred', server: '127.0.0.1:4343' }],
    [
      'a thick registry',
      'Domain Name: A.EXAMPLE\r\nUpdated Date: 2026-01-01T00:00:00Z\r\nRegistry Expiry Date: 2027-08-13T04:00:00Z\r\nRegistrar WHOIS Server: whois.registrar.example\r\n',
      registered('2027-08-13T04:00:00Z'),
    ],
    ['dots before the colon', 'expires............: 13.8.2027 10:00:00\n', registered('13.8.2027 10:00:00')],
    ['more dots', 'Expires on..............: 2027-Aug-13.\n', registered('2027-Aug-13.')],
    ['brackets', '[Expires on]                    2027/08/31\n', registered('2027/08/31')],
    ['Japanese', '[有効期限]                      2027/08/31\n', registered('2027/08/31')],
    ['an indented list', '    Relevant dates:\n        Expiry date:  13-Feb-2027\n', registered('13-Feb-2027')],
    ['a sentence', '   Record expires on 2027-08-13 (YYYY-MM-DD)\n', registered('2027-08-13 (YYYY-MM-DD)')],
    [
      'Russian habits',
      'paid-till:     2027-08-13T21:00:00Z\nfree-date:     2027-09-14\n',
      registered('2027-08-13T21:00:00Z'),
    ],
    ['Korean habits', 'Expiration Date             : 2027. 10. 04.\n', registered('2027. 10. 04.')],
    ['a date that is none', 'Expiry Date: soon\n', registered('soon')],
    ['no match', 'No match for "NOBODY.EXAMPLE".\r\n', { kind: 'not-registered' }],
    ['not found', 'Domain not found.\n', { kind: 'not-registered' }],
    ['free', 'Domain: nobody.example\nStatus: free\n', { kind: 'not-registered' }],
    ['no entries', '% No entries found for query "nobody.example".\n', { kind: 'not-registered' }],
    ['a registry without dates', 'Domain: a.example\nStatus: connect\n', { kind: 'NO_EXPIRY' }],
    ['nothing', '', { kind: 'NO_EXPIRY' }],
    ['a quota', 'Your query limit has been exceeded\n', { kind: 'refused' }],
    ['too many', '%ERROR: too many queries, try again later\n', { kind: 'refused' }],
    [
      'small print that mentions what is not found',
      'Expiry Date: 2027-08-13\n% Data that is not found here is not registered.\n',
      registered('2027-08-13'),
    ],
  ])('%s', (_name, text, answer) => {
    expect(readWhois(text)).toEqual(answer);
  });

  it('takes a date below its label', () => {
    expect(readWhois('Expiry date:\n\n    13-Feb-2027\n')).toEqual(registered('13-Feb-2027'));
  });

  const size = 32 * 1024;
  it.each<[string, string]>([
    ['line breaks', '\n'.repeat(size)],
    ['spaces', `expires ${' '.repeat(size)}`],
    ['dots', `expires${'. '.repeat(size / 2)}`],
    ['labels', 'expires '.repeat(size / 8)],
    ['labels without a date', 'expires:\n'.repeat(size / 9)],
    ['words of a quota', 'limit '.repeat(size / 6)],
    ['words of an excess', 'exceeded '.repeat(size / 9)],
    ['states', `status:${' '.repeat(size)}`],
    ['referrals', `refer:${' '.repeat(size)}x y`],
    ['brackets', '[expires on]'.repeat(size / 12)],
    ['letters', 'x'.repeat(size)],
  ])('reads %s without end in no time', (_name, text) => {
    // Processor time, which other processes on a busy machine do not lengthen.
    const before = process.threadCpuUsage();
    readWhois(text);
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(100);
  });
});
