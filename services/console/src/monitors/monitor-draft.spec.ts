import { describe, expect, it } from '@jest/globals';
import { compileRequestValidator, operations } from '@vedette/contract';
import type { Monitor } from '@vedette/sdk';
import { bodyOf, changesOf, draftOf, FIELDS, NEW_DRAFT, type Draft, type MonitorType } from './monitor-draft.ts';

const types = Object.keys(FIELDS) as MonitorType[];
const filled: Draft = {
  ...NEW_DRAFT,
  name: ' Shop ',
  url: 'https://example.com',
  host: 'example.com',
  port: '443',
  keyword: 'ok',
};
const validator = compileRequestValidator(operations.createMonitor);
const validate = (body: object) => validator({ params: {}, query: new URLSearchParams(), body });

describe('the body of a draft', () => {
  it.each(types)('of a complete %s monitor is one that the API takes', (type) => {
    const body = bodyOf({ ...filled, type });
    expect(validate(structuredClone(body))).toMatchObject({ ok: true });
    expect(body).toMatchObject({ name: 'Shop', type });
  });

  it.each<{ name: string; fields: Partial<Draft>; body: object }>([
    {
      name: 'an empty number that may be missing',
      fields: { degradedThresholdMs: '' },
      body: { degradedThresholdMs: null },
    },
    { name: 'a number', fields: { timeoutSeconds: ' 5 ' }, body: { timeoutSeconds: 5 } },
    { name: 'a text in place of a number', fields: { timeoutSeconds: 'soon' }, body: { timeoutSeconds: 'soon' } },
    { name: 'an empty number that is needed', fields: { timeoutSeconds: '' }, body: { timeoutSeconds: '' } },
    { name: 'an empty text', fields: { url: ' ' }, body: { url: null } },
    { name: 'ranges of codes', fields: { expectedStatus: '200-202' }, body: { expectedStatus: [200, 201, 202] } },
    {
      name: 'headers',
      fields: { requestHeaders: 'Accept: a/b\n\nX-Time: 10:30' },
      body: { requestHeaders: { Accept: 'a/b', 'X-Time': '10:30' } },
    },
    { name: 'no headers', fields: { requestHeaders: '\n' }, body: { requestHeaders: null } },
    { name: 'a body with its spaces', fields: { requestBody: ' {} ' }, body: { requestBody: ' {} ' } },
  ])('has $name', ({ fields, body }) => {
    expect(bodyOf({ ...filled, ...fields })).toMatchObject(body);
  });

  it('has only the fields of its type', () => {
    expect(Object.keys(bodyOf({ ...filled, type: 'CRON' }))).toEqual([
      'name',
      'type',
      'expectedPeriodSec',
      'graceSeconds',
    ]);
  });
});

describe('a draft of a monitor', () => {
  it('changes nothing until somebody changes it', () => {
    const monitor = {
      ...NEW_DRAFT,
      ...bodyOf(filled),
      host: null,
      port: null,
      requestHeaders: { a: 'b' },
    } as unknown as Monitor;
    const draft = draftOf(monitor);
    expect(changesOf(bodyOf(draft), bodyOf(draft))).toEqual({});
    expect(changesOf(bodyOf(draft), bodyOf({ ...draft, name: 'Other', timeoutSeconds: '9' }))).toEqual({
      name: 'Other',
      timeoutSeconds: 9,
    });
    expect(bodyOf(draft)).toMatchObject({
      requestHeaders: { a: 'b' },
      expectedStatus: bodyOf(filled)['expectedStatus'],
    });
  });
});
