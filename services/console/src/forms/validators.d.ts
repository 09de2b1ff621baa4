declare module 'virtual:validators/*' {
  import type { ErrorObject } from 'ajv/dist/2020.js';
  export interface Validate {
    (body: unknown): boolean;
    errors?: ErrorObject[] | null;
  }
  const validate: Validate;
  export { validate };
}
