// Decides what an Idempotency-Key looks like.

export const idempotencyKeySchema = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  pattern: '^[A-Za-z0-9._:-]+$',
} as const;

const FORM = new RegExp(idempotencyKeySchema.pattern);

export function isIdempotencyKey(text: string): boolean {
  return text.length <= idempotencyKeySchema.maxLength && FORM.test(text);
}
