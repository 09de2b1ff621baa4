import { describe, expect, it } from '@jest/globals';
import { readAnswer } from './answer.ts';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'req_1' };

function read(status: number, headers: Record<string, string>, text: string): unknown {
  const reading = readAnswer(new Response(null, { status, headers }), text);
  if (reading.kind === 'data') return { data: reading.data };
  const { code, message, requestId, details } = reading.error;
  expect(reading.error.status).toBe(status);
  expect(reading.error.headers?.get('content-type') ?? null).toBe(headers['content-type'] ?? null);
  return { code, message, requestId, details };
}

describe('readAnswer', () => {
  it('gives the data of a success', () => {
    expect(read(201, JSON_TYPE, '{"id":"mon_1"}')).toEqual({ data: { id: 'mon_1' } });
  });

  it('gives code, message, request id and details of an error', () => {
    const details = [{ path: 'url', message: 'url is required for HTTP monitors' }];
    const error = { code: 'validation_error', message: 'The request is not valid.', requestId: 'req_2', details };
    expect(read(400, JSON_TYPE, JSON.stringify({ error }))).toEqual(error);
  });

  it.each([
    {
      name: 'JSON that ends too early',
      status: 200,
      headers: JSON_TYPE,
      text: '{"data": [',
      code: 'connection_error',
      message: 'The answer was cut short.',
    },
    {
      name: 'no body at all',
      status: 200,
      headers: JSON_TYPE,
      text: '',
      code: 'connection_error',
      message: 'The answer was cut short.',
    },
    {
      name: 'a page of a proxy',
      status: 200,
      headers: { 'content-type': 'text/html' },
      text: '<html>',
      code: 'invalid_response',
      message: 'The answer is not JSON: does the base address belong to Vedette?',
    },
    {
      name: 'an error page of a proxy',
      status: 502,
      headers: { 'content-type': 'text/html' },
      text: '<html>',
      code: 'invalid_response',
      message: 'The answer is 502, without an error of the API.',
    },
    {
      name: 'JSON of somebody else',
      status: 404,
      headers: {},
      text: '{"error":"Not Found"}',
      code: 'invalid_response',
      message: 'The answer is 404, without an error of the API.',
    },
    {
      name: 'null',
      status: 500,
      headers: {},
      text: 'null',
      code: 'invalid_response',
      message: 'The answer is 500, without an error of the API.',
    },
    {
      name: 'a redirect',
      status: 308,
      headers: { location: 'https://other.example/' },
      text: '',
      code: 'invalid_response',
      message: 'The server redirects to https://other.example/, which is not followed: correct the base address.',
    },
    {
      name: 'a redirect to nowhere',
      status: 304,
      headers: {},
      text: '',
      code: 'invalid_response',
      message: 'The server redirects, which is not followed: correct the base address.',
    },
    {
      name: 'an error without a message',
      status: 409,
      headers: {},
      text: '{"error":{"code":"conflict"}}',
      code: 'conflict',
      message: 'conflict',
    },
  ])('understands $name', ({ status, headers, text, code, message }) => {
    expect(read(status, headers, text)).toMatchObject({ code, message, details: [] });
  });

  it('takes the request id from the header if the body names none', () => {
    expect(read(502, JSON_TYPE, '<html>')).toMatchObject({ requestId: 'req_1' });
    expect(read(502, {}, '<html>')).toMatchObject({ requestId: undefined });
  });
});
