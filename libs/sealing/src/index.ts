export { Resealing } from './resealing.ts';
export { SealedColumn } from './sealed-column.ts';
export { SecretBox, UnknownKeyError } from './secret-box.ts';
