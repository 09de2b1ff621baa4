import { describe, expect, it } from '@jest/globals';
import { splitCredentials } from './url-credentials.ts';

describe('the credentials in a URL', () => {
  const rows: { name: string; text: string; credentials: string | null; url: string }[] = [
    { name: 'none', text: 'https://a.example/b', credentials: null, url: 'https://a.example/b' },
    { name: 'an at sign in the path', text: 'https://a.example/b@c', credentials: null, url: 'https://a.example/b@c' },
    {
      name: 'a user and a password',
      text: 'http://me:secret@a.example:81/b?c',
      credentials: 'me:secret',
      url: 'http://a.example:81/b?c',
    },
    { name: 'a user alone', text: 'https://token@a.example', credentials: 'token:', url: 'https://a.example/' },
    { name: 'a password alone', text: 'https://:secret@a.example', credentials: ':secret', url: 'https://a.example/' },
    {
      name: 'escapes',
      text: 'https://m%40e:p%3As%2Fs%20%25@a.example',
      credentials: 'm@e:p:s/s %',
      url: 'https://a.example/',
    },
    {
      name: 'letters beyond ASCII, in UTF-8',
      text: 'https://jürgen:größe@a.example',
      credentials: 'jürgen:größe',
      url: 'https://a.example/',
    },
    {
      name: 'a percent sign that begins no escape',
      text: 'https://me:100%@a.example',
      credentials: 'me:100%',
      url: 'https://a.example/',
    },
  ];
  it.each(rows)('$name', ({ text, credentials, url }) => {
    const split = splitCredentials(text);
    expect(split.url.href).toBe(url);
    const { authorization } = split;
    expect(authorization).toBe(credentials === null ? null : `Basic ${Buffer.from(credentials).toString('base64')}`);
  });
});
