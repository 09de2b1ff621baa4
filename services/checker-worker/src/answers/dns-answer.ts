// Decides what is kept of a DNS answer, and whether the answer matches the expected one and the previous one.

import { createHash } from 'node:crypto';
import { isIPv6, SocketAddress } from 'node:net';
import { DNS_RECORD_TYPES, type DnsTarget } from '@vedette/contract';
import { storableText, type StorableText } from '@vedette/outbound/storable-text';

export type DnsRecordType = (typeof DNS_RECORD_TYPES)[number];

export function isDnsRecordType(type: string): type is DnsRecordType {
  return DNS_RECORD_TYPES.some((known) => known === type);
}

/** An expected value has 2,000 characters at most, and records of honest names are shorter. */
const LONGEST_RECORD = 2_000;
const LONGEST_ANSWER = 8_000;

/** An answer as it is stored and compared: normalised, deduplicated, sorted. A hash replaces overlong parts. */
export function keptAnswer(type: DnsRecordType, answer: readonly string[]): StorableText[] {
  const records = [...new Set(answer.map((record) => normalRecord(type, record)))].toSorted();
  const kept: StorableText[] = [];
  let length = 0;
  for (const [i, record] of records.entries()) {
    length += record.length;
    if (length > LONGEST_ANSWER)
      return [...kept, hashOf(`${records.length - i} more records`, records.slice(i).join('\n'))];
    kept.push(record);
  }
  return kept;
}

/** Gives equal records the same text: names in lower case without the root dot, addresses in their short form. */
export function normalRecord(type: DnsRecordType, record: string): StorableText {
  const text = normalForm(type, record);
  return text.length <= LONGEST_RECORD ? storableText(text, LONGEST_RECORD) : hashOf(`${text.slice(0, 100)}…`, text);
}

function hashOf(what: string, text: string): StorableText {
  return storableText(
    `${what} (SHA-256 ${createHash('sha256').update(text).digest('hex').slice(0, 32)})`,
    LONGEST_RECORD,
  );
}

function normalForm(type: DnsRecordType, record: string): string {
  switch (type) {
    case 'A':
      return record.trim();
    case 'AAAA':
      return normalIpv6(record.trim());
    case 'CNAME':
    case 'NS':
      return normalName(record);
    case 'MX': {
      const [, priority, exchange] = /^(\d+)\s+(\S.*)$/.exec(record.trim()) ?? [];
      return priority === undefined || exchange === undefined
        ? normalName(record)
        : `${Number(priority)} ${normalName(exchange)}`;
    }
    case 'TXT':
      return record;
  }
}

type Expectation = Pick<DnsTarget, 'expected' | 'baseline'> & { readonly type: DnsRecordType; readonly name: string };

/** Expects a normalised `answer`. Null when the answer is correct. */
export function dnsAnswerFault(
  { type, name, expected, baseline }: Expectation,
  answer: readonly string[],
): string | null {
  const wanted = expected === null ? [] : piecesOf(type, expected);
  if (wanted.length > 0) {
    if (isExpected(type, wanted, answer)) return null;
    return `Expected ${type} ${listed(wanted)} for ${name}, got ${listed(answer)}`;
  }
  if (baseline === null || baseline.length === 0 || !isChanged(type, baseline, answer)) return null;
  return `The ${type} records of ${name} changed to ${listed(answer)} from ${listed(baseline)}`;
}

/** DNS pools rotate their addresses, so one known address is enough. Other record types are compared as a whole. */
function isChanged(type: DnsRecordType, baseline: readonly string[], answer: readonly string[]): boolean {
  const known = new Set(baseline);
  if (type === 'A' || type === 'AAAA') return !answer.some((address) => known.has(address));
  return !isSameSet(known, new Set(answer));
}

function isExpected(type: DnsRecordType, wanted: readonly string[], answer: readonly string[]): boolean {
  // TXT records may contain commas. Splitting both sides at all commas makes them comparable.
  const got = type === 'TXT' ? answer.flatMap((record) => piecesOf(type, record)) : answer.map(lower);
  // An expected MX record without a priority matches any priority.
  const hasPriorities = type !== 'MX' || wanted.some((record) => record.includes(' '));
  const comparable = hasPriorities ? got : got.map((record) => record.replace(/^\d+ /, ''));
  return isSameSet(new Set(wanted), new Set(comparable));
}

function piecesOf(type: DnsRecordType, list: string): string[] {
  return list
    .split(',')
    .map((piece) => piece.trim().replace(/^"(.*)"$/, '$1'))
    .filter((piece) => piece !== '')
    .map((piece) => lower(normalRecord(type, piece)));
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((item) => other.has(item));
}

const lower = (text: string): string => text.toLowerCase();

function normalName(name: string): string {
  const trimmed = name.trim().toLowerCase();
  return trimmed.length > 1 && trimmed.endsWith('.') ? trimmed.slice(0, -1) : trimmed;
}

function normalIpv6(address: string): string {
  return isIPv6(address) ? new SocketAddress({ address, family: 'ipv6' }).address : address.toLowerCase();
}

const MAX_LISTED = 5;

function listed(records: readonly string[]): string {
  const shown = records
    .slice(0, MAX_LISTED)
    .map((record) => (record.length > 100 ? `${record.slice(0, 100)}…` : record));
  const more = records.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
