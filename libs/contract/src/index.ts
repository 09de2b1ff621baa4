export { newId, type IdPrefix } from './ids.ts';
export { ApiError, errorStatus, isErrorCode, type Detail, type ErrorCode } from './errors.ts';
export {
  defaultDeadlineMs,
  noQuery,
  operation,
  operationSubject,
  type Deprecation,
  type Method,
  type Operation,
  type ServiceName,
  type TypedOperation,
} from './operation.ts';
export { defineContract, type Contract } from './contract.ts';
export {
  contract,
  operations,
  type BodyOf,
  type OperationId,
  type Operations,
  type ParamsOf,
  type QueryOf,
  type RequestOf,
  type ResponseOf,
} from './operations/operations.ts';
export type { Access, Caller, Idempotency, PlanLimits, RequestContext, Subscription } from './caller.ts';
export {
  compileRequestValidator,
  maxDetails,
  type RawRequest,
  type RequestValidator,
  type Validation,
  type ValidRequest,
} from './validation/request-validator.ts';
export { compileResponseValidator, type ResponseValidator } from './validation/response-validator.ts';
export { parseTimestamp } from './timestamp.ts';
export { monitorFaults, type MonitorFields } from './monitor-fields.ts';
export { requestHeaderFaults } from './request-headers.ts';
export { isCheckableUrl, isHostName, isIpAddress } from './host-name.ts';
export {
  degradedThresholdModes,
  dnsRecordTypes,
  keywordMatches,
  monitorCreateSchema,
  monitorSchema,
  monitorStates,
  monitorTypes,
  monitorUpdateSchema,
  requestMethods,
  type Monitor,
  type MonitorCreate,
  type MonitorState,
  type MonitorType,
  type MonitorUpdate,
} from './resources/monitor.ts';
export { paginationSchema, type Pagination } from './resources/pagination.ts';
