/** The body of a new monitor as one of eight shapes, so that a typed client knows what each type needs. */
import { Type, type TSchema } from 'typebox';
import { requiredFields } from './monitor-fields.ts';
import type { JsonSchema } from '../schema.ts';
import { monitorCreateSchema, MONITOR_TYPES, type MonitorType } from './monitor.ts';

const body: TSchema = monitorCreateSchema;
const { required = [], properties = {}, ...common }: JsonSchema = body;

/** Accepts the same bodies as `monitorCreateSchema` and its field rules together, as far as a schema can express it. */
export const monitorCreateByType: TSchema = Type.Unsafe({
  title: common.title,
  description: `${common.description ?? ''} \`type\` decides which fields it needs.`,
  oneOf: MONITOR_TYPES.map(variantOf),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(MONITOR_TYPES.map((type) => [type, `#/components/schemas/${titleOf(type)}`])),
  },
});

function variantOf(type: MonitorType): JsonSchema {
  const needed = requiredFields(type);
  return {
    ...common,
    title: titleOf(type),
    description: `A new ${type} monitor.`,
    required: [...required, ...needed],
    properties: {
      ...properties,
      type: { ...properties['type'], enum: [type] },
      ...Object.fromEntries(needed.map((field) => [field, present(properties[field] ?? {})])),
    },
  };
}

/** Neither null nor empty, which count as missing. */
function present(schema: JsonSchema): JsonSchema {
  const type = [schema.type].flat().find((each) => each !== 'null') ?? 'string';
  return { ...schema, type, ...(type === 'string' && { minLength: 1 }) };
}

function titleOf(type: MonitorType): string {
  return `${type.charAt(0)}${type.slice(1).toLowerCase()}MonitorCreate`;
}
