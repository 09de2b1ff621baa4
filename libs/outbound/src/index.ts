export { createOutbound, Outbound, type RememberingOutbound, type Target } from './outbound.ts';
export { Deadline, type DeadlineEnd } from './deadline.ts';
export type { Connection, TlsOptions } from './connections/connect.ts';
export type { Resolution, Resolved } from './names/resolve.ts';
export { dnsResolver, eitherResolver, systemResolver, type HostResolver } from './names/resolvers.ts';
export { recordResolver, type RecordResolver, type RecordsAnswer } from './names/record-resolver.ts';
export type { DnsAnswer, ResolvedAddress } from './names/dns-answer.ts';
export {
  anyAddress,
  classifyAddress,
  publicAddressesOnly,
  type AddressKind,
  type AddressPolicy,
  type ForbiddenKind,
} from './names/address-policy.ts';
export { readTargetHost, type TargetHost } from './names/target-host.ts';
export { targetOf } from './requests/target-url.ts';
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
export { requestOver, type HttpRequestOptions } from './requests/http-request.ts';
export { headersAcrossOrigins, MAX_HOPS, nextHop, type NextHop, type RedirectResponse } from './requests/next-hop.ts';
export { ACCEPT_ENCODING } from './requests/content-decoding.ts';
export { readInTurns } from './connections/paced-reading.ts';
export { GrowingBuffer } from './requests/growing-buffer.ts';
export { readBody, type BodyOptions, type BodyOutcome } from './requests/read-body.ts';
export {
  readCapped,
  type BodyLimits,
  type BodySearch,
  type BrokenBody,
  type CappedBody,
} from './requests/read-capped.ts';
export { ConnectionPool, type PoolLimits } from './connections/connection-pool.ts';
export type { NotReplied, Replied, Reply, RequestOptions } from './requests/reply.ts';
