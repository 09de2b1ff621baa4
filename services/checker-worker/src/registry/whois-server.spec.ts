import { describe, expect, it } from '@jest/globals';
import { readWhoisServer } from './whois-server.ts';

describe('readWhoisServer', () => {
  it.each<[string, { host: string; port: number } | null]>([
    ['whois.nic.example', { host: 'whois.nic.example', port: 43 }],
    ['whois.nic.example:4343', { host: 'whois.nic.example', port: 4343 }],
    ['[2001:db8::43]:4343', { host: '2001:db8::43', port: 4343 }],
    ['[2001:db8::43]', { host: '2001:db8::43', port: 43 }],
    ['whois.nic.example:1', { host: 'whois.nic.example', port: 1 }],
    ['whois.nic.example:65535', { host: 'whois.nic.example', port: 65_535 }],
    ['whois.nic.example:0', null],
    ['whois.nic.example:65536', null],
    ['whois.nic.example:99999', null],
    ['whois.nic.example:x', null],
    ['rwhois://whois.nic.example:4321', null],
    ['', null],
    [':43', null],
    ['a'.repeat(256), null],
  ])('%s', (text, server) => {
    expect(readWhoisServer(text)).toEqual(server);
  });
});
