import { describe, expect, it } from '@jest/globals';
import { SseParser, type SseMessage } from './sse-parser.ts';

function read(text: string, lastEventId?: string): SseMessage[] {
  return new SseParser(lastEventId).read(text);
}

const message = (data: string, more: Partial<SseMessage> = {}): SseMessage => ({
  event: 'message',
  data,
  lastEventId: '',
  ...more,
});

describe('SseParser', () => {
  it.each<{ name: string; text: string; messages: SseMessage[] }>([
    { name: 'nothing', text: '', messages: [] },
    { name: 'one message', text: 'data: a\n\n', messages: [message('a')] },
    {
      name: 'its name and id',
      text: 'event: reset\nid: 7\ndata: a\n\n',
      messages: [message('a', { event: 'reset', lastEventId: '7' })],
    },
    { name: 'several lines of data', text: 'data: a\ndata:\ndata: b\n\n', messages: [message('a\n\nb')] },
    { name: 'no space after the colon', text: 'data:a\n\n', messages: [message('a')] },
    { name: 'only the first space taken away', text: 'data:  a\n\n', messages: [message(' a')] },
    { name: 'a field without a colon', text: 'data\n\n', messages: [message('')] },
    { name: 'colons in the data', text: 'data: {"a":1}\n\n', messages: [message('{"a":1}')] },
    { name: 'comments', text: ': ping\n\n:\n\ndata: a\n\n', messages: [message('a')] },
    { name: 'unknown fields', text: 'time: 5\nDATA: no\n data: no\ndata: a\n\n', messages: [message('a')] },
    { name: 'a message that is cut off', text: 'data: a\n\ndata: b\n', messages: [message('a')] },
    { name: 'a name without data', text: 'event: x\n\ndata: a\n\n', messages: [message('a')] },
    { name: 'CRLF', text: 'data: a\r\ndata: b\r\n\r\n', messages: [message('a\nb')] },
    { name: 'CR', text: 'data: a\rdata: b\r\rdata: c\r\r\n', messages: [message('a\nb'), message('c')] },
    { name: 'a mark of the byte order', text: '\uFEFFdata: a\n\n', messages: [message('a')] },
    { name: 'such a mark later on', text: '\n\uFEFFdata: a\n\n', messages: [] },
    {
      name: 'an id that stays until the next',
      text: 'id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n',
      messages: [message('a', { lastEventId: '1' }), message('b', { lastEventId: '1' }), message('c')],
    },
    { name: 'an id with a NUL, which is ignored', text: 'id: 1\0\ndata: a\n\n', messages: [message('a')] },
    { name: 'an id without data', text: 'id: 4\n\ndata: a\n\n', messages: [message('a', { lastEventId: '4' })] },
  ])('reads $name', ({ text, messages }) => {
    expect(read(text)).toEqual(messages);
    // However the stream is cut into pieces.
    const parser = new SseParser();
    expect(text.split('').flatMap((character) => parser.read(character))).toEqual(
      text.endsWith('\r\n') || !text.endsWith('\r') ? messages : messages.slice(0, -1),
    );
  });

  it('goes on from the id of an earlier stream', () => {
    expect(read('data: a\n\n', '9')).toEqual([message('a', { lastEventId: '9' })]);
  });

  it('drops what a connection cut off, and keeps its id', () => {
    const parser = new SseParser();
    parser.read('id: 3\nevent: x\ndata: a\nda');
    parser.restart();
    expect(parser.lastEventId).toBe('3');
    expect(parser.read('\uFEFFdata: b\n\n')).toEqual([message('b', { lastEventId: '3' })]);
  });

  it('takes CRLF that two pieces share as one end of a line', () => {
    const parser = new SseParser();
    expect(parser.read('data: a\r')).toEqual([]);
    expect(parser.read('\ndata: b\r\n\r')).toEqual([]);
    expect(parser.read('\n')).toEqual([message('a\nb')]);
  });

  it.each([
    { text: 'retry: 1500\n', retryMs: 1_500 },
    { text: 'retry: 1.5\n', retryMs: null },
    { text: 'retry: -1\n', retryMs: null },
    { text: 'retry\n', retryMs: null },
    { text: 'retry: 10\nretry: soon\n', retryMs: 10 },
  ])('learns from $text how long to wait: $retryMs', ({ text, retryMs }) => {
    const parser = new SseParser();
    parser.read(text);
    expect(parser.retryMs).toBe(retryMs);
  });
});
