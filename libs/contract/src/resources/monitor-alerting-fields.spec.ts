import { describe, expect, it } from '@jest/globals';
import { detailsOf } from '../faults/fault.ts';
import { monitorAlertingFaults } from './monitor-alerting-fields.ts';

const FAULT = { path: 'runbookUrl', message: 'runbookUrl must be an absolute http or https URL without credentials' };

describe('the address of a runbook', () => {
  it.each([
    { name: 'https', runbookUrl: 'https://wiki.example.com/runbooks/api?edit=0#restart' },
    { name: 'http', runbookUrl: 'http://wiki.internal:8090/api' },
    { name: 'letters of other languages', runbookUrl: 'https://wiki.example.com/störung' },
    { name: 'none', runbookUrl: null },
  ])('may be: $name', ({ runbookUrl }) => {
    expect(monitorAlertingFaults({ runbookUrl })).toEqual([]);
  });

  it('may be left out', () => {
    expect(monitorAlertingFaults({})).toEqual([]);
  });

  it.each([
    { name: 'a script', runbookUrl: 'javascript:alert(1)' },
    { name: 'a file', runbookUrl: 'file:///etc/passwd' },
    { name: 'a path', runbookUrl: '/runbooks/api' },
    { name: 'a host name', runbookUrl: 'wiki.example.com' },
    { name: 'a name and a password', runbookUrl: 'https://me:secret@wiki.example.com/api' },
    { name: 'a name', runbookUrl: 'https://me@wiki.example.com/api' },
    { name: 'two lines', runbookUrl: 'https://wiki.example.com/a\nhttps://evil.example' },
    { name: 'a space', runbookUrl: 'https://wiki.example.com/a b' },
    { name: 'the end of a link and another one', runbookUrl: 'https://wiki.example.com/>|<https://evil.example' },
    { name: 'the text of a link', runbookUrl: 'https://wiki.example.com/|click' },
    { name: 'text from right to left', runbookUrl: 'https://wiki.example.com/\u202Egnp.api' },
    { name: 'a character without a width', runbookUrl: 'https://wiki.example.com/a\u200Bpi' },
  ])('may not be: $name', ({ runbookUrl }) => {
    expect(detailsOf(monitorAlertingFaults({ runbookUrl }))).toEqual([FAULT]);
  });
});
