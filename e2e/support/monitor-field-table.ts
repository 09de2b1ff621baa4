/** The create body of a monitor, as the specification's table has it: one row a field, in the table's order. */
export type FieldRow = {
  readonly field: string;
  readonly nullable: boolean;
  /** What a create without the field answers; absent where the table gives no default and the answer is null. */
  readonly fallback?: unknown;
} & FieldBounds;

export type FieldBounds =
  | { readonly kind: 'text'; readonly min: number; readonly max: number }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | {
      readonly kind: 'integers';
      readonly minItems: number;
      readonly maxItems: number;
      readonly min: number;
      readonly max: number;
    }
  | { readonly kind: 'texts' };

export const MONITOR_FIELDS: readonly FieldRow[] = [
  { field: 'name', nullable: false, kind: 'text', min: 1, max: 120 },
  {
    field: 'type',
    nullable: false,
    kind: 'enum',
    values: ['HTTP', 'KEYWORD', 'PING', 'PORT', 'CRON', 'DNS', 'SSL', 'DOMAIN'],
  },
  { field: 'url', nullable: true, kind: 'text', min: 0, max: 2048 },
  { field: 'host', nullable: true, kind: 'text', min: 0, max: 255 },
  { field: 'port', nullable: true, kind: 'integer', min: 1, max: 65_535 },
  {
    field: 'method',
    nullable: false,
    fallback: 'GET',
    kind: 'enum',
    values: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  },
  {
    field: 'expectedStatus',
    nullable: false,
    fallback: [200, 201, 202, 203, 204, 205, 206, 301, 302, 307, 308],
    kind: 'integers',
    minItems: 1,
    maxItems: 100,
    min: 100,
    max: 599,
  },
  { field: 'requestHeaders', nullable: true, kind: 'texts' },
  { field: 'requestBody', nullable: true, kind: 'text', min: 0, max: 100_000 },
  { field: 'followRedirects', nullable: false, fallback: true, kind: 'boolean' },
  { field: 'verifySsl', nullable: false, fallback: true, kind: 'boolean' },
  { field: 'keyword', nullable: true, kind: 'text', min: 0, max: 500 },
  { field: 'keywordMatch', nullable: false, fallback: 'EXISTS', kind: 'enum', values: ['EXISTS', 'NOT_EXISTS'] },
  {
    field: 'dnsRecordType',
    nullable: false,
    fallback: 'A',
    kind: 'enum',
    values: ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS'],
  },
  { field: 'dnsExpected', nullable: true, kind: 'text', min: 0, max: 2000 },
  { field: 'dnsAlertOnChange', nullable: false, fallback: true, kind: 'boolean' },
  { field: 'sslExpiryThresholdDays', nullable: false, fallback: 2, kind: 'integer', min: 1, max: 365 },
  { field: 'intervalSeconds', nullable: false, fallback: 300, kind: 'integer', min: 30, max: 86_400 },
  { field: 'timeoutSeconds', nullable: false, fallback: 30, kind: 'integer', min: 1, max: 60 },
  { field: 'expectedPeriodSec', nullable: true, kind: 'integer', min: 60, max: 2_592_000 },
  { field: 'graceSeconds', nullable: false, fallback: 60, kind: 'integer', min: 0, max: 86_400 },
  { field: 'degradedThresholdMs', nullable: true, kind: 'integer', min: 1, max: 60_000 },
  { field: 'degradedThresholdMode', nullable: false, fallback: 'LAST', kind: 'enum', values: ['LAST', 'P95'] },
  { field: 'degradedSamples', nullable: false, fallback: 3, kind: 'integer', min: 1, max: 100 },
];

export interface FieldCase {
  readonly name: string;
  readonly field: string;
  readonly value: unknown;
  readonly isValid: boolean;
}

/** Values at, below and above each bound, and of every wrong kind. */
export function fieldCases(): FieldCase[] {
  return MONITOR_FIELDS.flatMap((row) => {
    const { good, bad } = casesOf(row);
    const cases = [
      ...good.map(([name, value]) => ({ name, value, isValid: true })),
      ...bad.map(([name, value]) => ({ name, value, isValid: false })),
      { name: 'null', value: null, isValid: row.nullable },
    ];
    return cases.map(({ name, value, isValid }) => ({
      field: row.field,
      name: `${row.field}: ${name}`,
      value,
      isValid,
    }));
  });
}

type Named = readonly [name: string, value: unknown];

function casesOf(row: FieldRow): { good: Named[]; bad: Named[] } {
  switch (row.kind) {
    case 'text':
      return {
        good: [
          [`${row.max} characters`, 'a'.repeat(row.max)],
          [`${row.max} characters outside the BMP count as one each`, '😀'.repeat(row.max)],
        ],
        bad: [
          [`${row.max + 1} characters`, 'a'.repeat(row.max + 1)],
          ['a number', 1],
          ['U+0000', 'a\u0000b'],
          ['a lone surrogate', 'a\ud800b'],
          ...(row.min === 1 ? [['empty', ''] as const] : []),
        ],
      };
    case 'integer':
      return {
        good: [
          [`${row.min}`, row.min],
          [`${row.max}`, row.max],
        ],
        bad: [
          [`${row.min - 1}`, row.min - 1],
          [`${row.max + 1}`, row.max + 1],
          ['a fraction', row.min + 0.5],
          ['a number in a string', String(row.min)],
          ['a boolean', true],
        ],
      };
    case 'boolean':
      return {
        good: [
          ['true', true],
          ['false', false],
        ],
        bad: [
          ['"true"', 'true'],
          ['1', 1],
        ],
      };
    case 'enum':
      return {
        good: row.field === 'type' ? [] : row.values.map((value) => [value, value]),
        bad: [
          ['in lower case', row.values[0]?.toLowerCase()],
          ['unknown', 'UNKNOWN'],
          ['a number', 1],
        ],
      };
    case 'integers':
      return {
        good: [
          [`${row.minItems} item at the lowest`, [row.min]],
          [`${row.maxItems} items at the highest`, Array.from({ length: row.maxItems }, () => row.max)],
        ],
        bad: [
          ['no items', []],
          [`${row.maxItems + 1} items`, Array.from({ length: row.maxItems + 1 }, () => row.max)],
          ['an item below', [row.min - 1]],
          ['an item above', [row.max + 1]],
          ['an item that is text', ['200']],
          ['no array', 200],
        ],
      };
    case 'texts':
      return {
        good: [
          ['empty', {}],
          ['text values', { 'X-One': 'a', 'X-Two': '' }],
        ],
        bad: [
          ['a number as value', { 'X-One': 1 }],
          ['an array', []],
          ['text', 'X-One: a'],
        ],
      };
  }
}
