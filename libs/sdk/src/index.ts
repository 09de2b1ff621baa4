export { Vedette } from './vedette.ts';
export { VedetteError, type ClientErrorCode, type ErrorDetail } from './vedette-error.ts';
export { verifyWebhook, type WebhookHeaders } from './webhooks/verify-webhook.ts';
export type { Answer, Call, CallOptions, List } from './call.ts';
export type { EventStream, StreamOptions, StreamReset } from './event-stream-types.ts';
export type { CommonOptions, KeyOptions, SessionOptions, VedetteOptions } from './transport/transport.ts';
export type * from './api-types.ts';
export type * from './error-codes.ts';
