export { createOutbound, Outbound, type RememberingOutbound, type Target } from './outbound.ts';
export { Deadline, type DeadlineEnd } from './deadline.ts';
export type { Connection, TlsOptions } from './connect.ts';
export type { Resolution, Resolved } from './resolve.ts';
export { dnsResolver, eitherResolver, systemResolver, type HostResolver } from './resolvers.ts';
export { recordResolver, type RecordResolver, type RecordsAnswer } from './record-resolver.ts';
export type { DnsAnswer, ResolvedAddress } from './dns-answer.ts';
export {
  anyAddress,
  classifyAddress,
  publicAddressesOnly,
  type AddressKind,
  type AddressPolicy,
  type ForbiddenKind,
} from './address-policy.ts';
export { readTargetHost, type TargetHost } from './target-host.ts';
export { targetOf } from './target-url.ts';
export {
  diagnose,
  diagnoseEnd,
  endpointOf,
  type Diagnosis,
  type FailureReason,
  type OutboundFailure,
  type Phase,
  type Phases,
} from './failure.ts';
export { storableBody, storableInstant, storableLine, storableText, type StorableText } from './storable-text.ts';
export { requestOver, type HttpRequestOptions } from './http-request.ts';
export { headersAcrossOrigins, MAX_HOPS, nextHop, type NextHop, type RedirectResponse } from './next-hop.ts';
export { ACCEPT_ENCODING } from './content-decoding.ts';
export { readInTurns } from './paced-reading.ts';
export { GrowingBuffer } from './growing-buffer.ts';
export { readBody, type BodyOptions, type BodyOutcome } from './read-body.ts';
export { readCapped, type BodyLimits, type BodySearch, type BrokenBody, type CappedBody } from './read-capped.ts';
export { ConnectionPool, type PoolLimits } from './connection-pool.ts';
export type { NotReplied, Replied, Reply, RequestOptions } from './reply.ts';
