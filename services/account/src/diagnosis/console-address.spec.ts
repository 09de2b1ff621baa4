import { describe, expect, it } from '@jest/globals';
import { consoleAddressFinding } from './console-address.ts';

describe('the address of the console', () => {
  it.each([
    { url: 'https://console.example.com', state: 'OK' },
    { url: 'http://localhost:8083', state: 'OK' },
    { url: 'http://127.0.0.1:8083', state: 'OK' },
    { url: 'http://[::1]:8083', state: 'OK' },
    { url: 'http://vedette.localhost', state: 'OK' },
    { url: 'http://console.example.com', state: 'WRONG' },
    { url: 'http://192.168.1.7:8083', state: 'WRONG' },
    { url: 'http://localhost.example.com', state: 'WRONG' },
  ])('$url is $state', ({ url, state }) => {
    expect(consoleAddressFinding(url).state).toBe(state);
  });
});
