import { describe, expect, it } from '@jest/globals';
import { firstMonitor } from './address-guess.ts';

describe('a monitor from an address alone', () => {
  it.each([
    { text: 'example.com', url: 'https://example.com', name: 'example.com' },
    { text: ' http://example.com/health ', url: 'http://example.com/health', name: 'example.com/health' },
    { text: 'localhost:8080', url: 'https://localhost:8080', name: 'localhost:8080' },
    { text: 'http://127.0.0.1:8080/', url: 'http://127.0.0.1:8080/', name: '127.0.0.1:8080' },
    { text: 'http://[::1]:80/a', url: 'http://[::1]:80/a', name: '[::1]/a' },
  ])('takes $text for $url', ({ text, url, name }) => {
    expect(firstMonitor(text)).toEqual({ name, type: 'HTTP', url, intervalSeconds: 60 });
  });

  it.each(['', 'hello', 'two words.example', 'ftp://example.com', 'https://'])('takes %j for no address', (text) => {
    expect(firstMonitor(text)).toBeUndefined();
  });

  it('keeps the name within its limit', () => {
    expect(firstMonitor(`example.com/${'a'.repeat(200)}`)?.name).toHaveLength(120);
  });
});
