import { describe, expect, it } from '@jest/globals';
import { bodyDecoder } from './body-text.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

describe('bodyDecoder', () => {
  it.each<[string, Buffer, string | undefined, string]>([
    ['UTF-8 without a word about it', Buffer.from('Grüße'), undefined, 'Grüße'],
    ['UTF-8 by its header', Buffer.from('Grüße'), 'text/html; charset=UTF-8', 'Grüße'],
    ['Latin-1 by its header', latin1('Grüße'), 'text/html; charset=iso-8859-1', 'Grüße'],
    ['a quoted character set', latin1('Grüße'), 'text/html; charset="windows-1252"', 'Grüße'],
    ['Latin-1 by its document', latin1('<meta charset="latin1">Grüße'), 'text/html', '<meta charset="latin1">Grüße'],
    [
      'an old kind of declaration',
      latin1('<meta http-equiv="Content-Type" content="text/html; charset=latin1">ü'),
      undefined,
      '<meta http-equiv="Content-Type" content="text/html; charset=latin1">ü',
    ],
    [
      'XML by its declaration',
      latin1('<?xml version="1.0" encoding="latin1"?>ü'),
      'text/xml',
      '<?xml version="1.0" encoding="latin1"?>ü',
    ],
    ['no declaration but a word like one', Buffer.from('charset=latin1 ü'), 'text/plain', 'charset=latin1 ü'],
    ['a byte order mark', utf16('Grüße'), 'text/html; charset=utf-8', 'Grüße'],
    ['Japanese', Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67]), 'text/html; charset=Shift_JIS', 'テスト'],
    ['a character set that does not exist', Buffer.from('ok'), 'text/html; charset=klingon', 'ok'],
    ['bytes that are no UTF-8', latin1('Grüße'), undefined, 'Gr\uFFFD\uFFFDe'],
    ['nothing', Buffer.alloc(0), undefined, ''],
  ])('reads %s', (_name, body, contentType, text) => {
    expect(bodyDecoder(body, contentType).decode(body)).toBe(text);
  });
});
