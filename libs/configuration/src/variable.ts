// Decides how one environment variable is read: its type, its bounds, its default, and what is wrong with a bad value.

import { isIP } from 'node:net';

export interface Variable<T> {
  readonly name: string;
  readonly about: string;
  readonly required: boolean;
  readonly secret: boolean;
  readonly fallback: T | undefined;
  parse(text: string): Parsed<T>;
}

export type Parsed<T> = { ok: true; value: T } | { ok: false; expected: string };

interface Described {
  /** One line for the service's README: what the variable does, with its unit. */
  readonly about: string;
}

interface Options<T> extends Described {
  readonly default?: T;
}

interface OptionalOptions extends Described {
  readonly default: null;
}

const LEAST_DIFFERENT = 16;

const good = <T>(value: T): Parsed<T> => ({ ok: true, value });
const bad = <T>(expected: string): Parsed<T> => ({ ok: false, expected });

function variable<T>(
  name: string,
  options: Options<T> & { secret?: boolean },
  parse: (text: string) => Parsed<T>,
): Variable<T> {
  return {
    name,
    about: options.about,
    required: options.default === undefined,
    secret: options.secret ?? false,
    fallback: options.default,
    parse,
  };
}

export function text(name: string, options: OptionalOptions): Variable<string | null>;
export function text(name: string, options: Options<string>): Variable<string>;
export function text(name: string, options: Options<string> | OptionalOptions): Variable<string | null> {
  return variable<string | null>(name, options, good);
}

export function integer(name: string, options: Options<number> & { min?: number; max?: number }): Variable<number> {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = options;
  const expected =
    max === Number.MAX_SAFE_INTEGER ? `a whole number from ${min}` : `a whole number from ${min} to ${max}`;
  return variable(name, options, (raw) => {
    if (!/^-?\d{1,15}$/.test(raw)) return bad(expected);
    const value = Number(raw);
    return value >= min && value <= max ? good(value) : bad(expected);
  });
}

export function port(name: string, options: Options<number>): Variable<number> {
  return integer(name, { ...options, min: 1, max: 65_535 });
}

export function flag(name: string, options: Options<boolean>): Variable<boolean> {
  return variable(name, options, (raw) => {
    if (raw === 'true' || raw === '1') return good(true);
    if (raw === 'false' || raw === '0') return good(false);
    return bad('true or false');
  });
}

export function oneOf<const T extends string>(name: string, values: readonly T[], options: Options<T>): Variable<T> {
  return variable(name, options, (raw) => {
    const value = values.find((candidate) => candidate === raw);
    return value === undefined ? bad(`one of ${values.join(', ')}`) : good(value);
  });
}

interface AddressOptions {
  readonly protocols: readonly string[];
  /** True for an address that contains a password, such as a database's. */
  readonly secret?: boolean;
  /** True if several comma-separated addresses are allowed. */
  readonly many?: boolean;
  /** True for an address to which paths are appended: trailing slashes are dropped. */
  readonly isBase?: boolean;
}

export function address(name: string, options: OptionalOptions & AddressOptions): Variable<string | null>;
export function address(name: string, options: Options<string> & AddressOptions): Variable<string>;
export function address(
  name: string,
  options: (Options<string> | OptionalOptions) & AddressOptions,
): Variable<string | null> {
  const starts = options.protocols.map((protocol) => `${protocol}://`).join(' or ');
  const expected =
    options.many === true ? `addresses that start with ${starts}` : `an address that starts with ${starts}`;
  const isAddress = (item: string): boolean =>
    URL.canParse(item) && options.protocols.includes(new URL(item).protocol.slice(0, -1));
  return variable<string | null>(name, options, (raw) =>
    (options.many === true ? raw.split(',') : [raw]).every(isAddress)
      ? good(options.isBase === true ? withoutEndSlashes(raw) : raw)
      : bad(expected),
  );
}

function withoutEndSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}

export function list(name: string, options: Options<readonly string[]>): Variable<readonly string[]> {
  return variable(name, options, (raw) =>
    good(
      raw
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    ),
  );
}

export function ipAddress(name: string, options: OptionalOptions): Variable<string | null>;
export function ipAddress(name: string, options: Options<string>): Variable<string>;
export function ipAddress(name: string, options: Options<string> | OptionalOptions): Variable<string | null> {
  return variable<string | null>(name, options, (raw) =>
    isIP(raw) === 0 ? bad('an IP address such as 127.0.0.1') : good(raw),
  );
}

/** Addresses and ranges (`10.0.0.0/8`), comma-separated. */
export function addressRanges(name: string, options: Options<readonly string[]>): Variable<readonly string[]> {
  const items = list(name, options);
  return {
    ...items,
    parse: (raw) => {
      const parsed = items.parse(raw);
      return parsed.ok && !parsed.value.every(isAddressRange) ? bad('addresses or ranges such as 10.0.0.0/8') : parsed;
    },
  };
}

/** DNS servers by address (`192.0.2.53`, `192.0.2.53:5353`, `[2001:db8::53]:53`), comma-separated. */
export function dnsServers(name: string, options: Options<readonly string[]>): Variable<readonly string[]> {
  const items = list(name, options);
  return {
    ...items,
    parse: (raw) => {
      const parsed = items.parse(raw);
      return parsed.ok && !parsed.value.every(isDnsServer) ? bad('DNS servers by address') : parsed;
    },
  };
}

function isDnsServer(item: string): boolean {
  const [, bracketed, plain] = /^(?:\[([^\][]+)\]|([^:]+))(?::\d{1,5})?$/.exec(item) ?? [];
  return isIP(bracketed ?? plain ?? item) !== 0;
}

function isAddressRange(item: string): boolean {
  const [base = '', prefix, ...rest] = item.split('/');
  const version = isIP(base);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

export function secretKey(name: string, options: OptionalOptions): Variable<Buffer | null>;
export function secretKey(name: string, options: Described): Variable<Buffer>;
export function secretKey(name: string, options: Described | OptionalOptions): Variable<Buffer | null> {
  return variable<Buffer | null>(name, { ...options, secret: true }, (raw) => {
    const value = Buffer.from(raw, 'base64');
    return /^[A-Za-z0-9+/]{43}=$/.test(raw) && value.length === 32 && looksRandom(value)
      ? good(value)
      : bad('32 random bytes in base64 (openssl rand -base64 32)');
  });
}

/**
 * False for a placeholder that was typed by hand: one repeated byte, a short pattern, a count. Of 32 random bytes,
 * fewer than 16 are distinct once in 10^15 times, and the same holds for the differences between neighbours.
 */
function looksRandom(key: Buffer): boolean {
  const steps = [...key.subarray(1)].map((byte, index) => (byte - (key[index] ?? 0)) & 0xff);
  return new Set(key).size >= LEAST_DIFFERENT && new Set(steps).size >= LEAST_DIFFERENT;
}
