import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from '@jest/globals';
import { buildOpenApi } from '../openapi/openapi.ts';
import { contract, operations } from '../operations/operations.ts';
import { compileRequestValidator } from '../validation/request-validator.ts';
import { MONITOR_TYPES } from './monitor.ts';

/** Validates as a client would: from the OpenAPI document alone. */
const ajv = new Ajv2020({ strict: false, discriminator: false });
ajv.addSchema(buildOpenApi(contract), 'document');
const documented = ajv.compile({ $ref: 'document#/components/schemas/MonitorCreate' });
const served = compileRequestValidator(operations.createMonitor);

const targets = { url: 'https://example.com', host: 'example.com', port: 443, keyword: 'ok' };
type Target = keyof typeof targets;

const missing: { name: string; without: (field: Target) => object }[] = [
  { name: 'left out', without: (field) => ({ ...targets, [field]: undefined }) },
  { name: 'null', without: (field) => ({ ...targets, [field]: null }) },
  { name: 'empty', without: (field) => (field === 'port' ? targets : { ...targets, [field]: '' }) },
];

const bodies = MONITOR_TYPES.flatMap((type) => [
  { name: `${type} with everything`, body: { name: 'a', type, ...targets } },
  { name: `${type} with nothing`, body: { name: 'a', type } },
  { name: `${type} with an unknown field`, body: { name: 'a', type, ...targets, colour: 'red' } },
  { name: `${type} without a name`, body: { type, ...targets } },
  ...Object.keys(targets).flatMap((field) =>
    missing.map(({ name, without }) => ({
      name: `${type} with ${field} ${name}`,
      body: { name: 'a', type, ...without(field as Target) },
    })),
  ),
]);

describe('the documented body of a new monitor', () => {
  it.each([...bodies, { name: 'no type', body: { name: 'a', ...targets } }])(
    'agrees with ours on $name',
    ({ body }) => {
      const sent: unknown = JSON.parse(JSON.stringify(body));
      const result = served({ params: {}, query: new URLSearchParams(), body: structuredClone(sent) });
      expect(documented(sent)).toBe(result.ok);
    },
  );

  it('is one of eight, told apart by type', () => {
    const schema = buildOpenApi(contract).components['schemas']?.['MonitorCreate'] as {
      oneOf: { $ref: string }[];
      discriminator: { propertyName: string; mapping: Record<string, string> };
    };
    expect(schema.discriminator.propertyName).toBe('type');
    expect(Object.keys(schema.discriminator.mapping)).toEqual([...MONITOR_TYPES]);
    expect(Object.values(schema.discriminator.mapping)).toEqual(schema.oneOf.map(({ $ref }) => $ref));
  });
});
