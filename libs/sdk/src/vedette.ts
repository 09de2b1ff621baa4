import type { Api } from './api-types.ts';
import { callOf, type CallOptions } from './call.ts';
import { eventStream } from './events/event-stream.ts';
import type { StreamOptions } from './event-stream-types.ts';
import { listOf } from './list.ts';
import type { OperationRow } from './operation-row.ts';
import { OPERATIONS } from './operation-table.ts';
import type { QueryValues } from './request-target.ts';
import { type Parcel, Transport, type VedetteOptions } from './transport/transport.ts';

/** The client: one method an operation, by resource. */
export type Vedette = Api;

/** `new` gives what the function returns: an object with a group of methods for each resource. */
function clientOf(options: VedetteOptions): object {
  const transport = new Transport(options);
  const groups = Object.entries(OPERATIONS).map(([group, rows]) => {
    const methods = Object.entries(rows).map(([name, row]) => [name, methodOf(row, transport)]);
    return [group, Object.fromEntries(methods) as unknown];
  });
  return Object.fromEntries(groups) as object;
}

export const Vedette = clientOf as unknown as new (options: VedetteOptions) => Vedette;

function methodOf(row: OperationRow, transport: Transport) {
  const idCount = row.path.split('{').length - 1;
  return (...args: unknown[]): unknown => {
    const ids = args.slice(0, idCount);
    const rest = args.slice(idCount);
    const body = row.body === 'json' ? rest.shift() : undefined;
    const query = row.query === true ? (rest.shift() as QueryValues | undefined) : undefined;
    const [options] = rest as [(CallOptions & StreamOptions)?];
    const parcel: Parcel = { row, ids, query, body, options };
    if (row.streams === true) return eventStream(transport, parcel, options);
    if (row.paging === undefined) return callOf(transport.call(parcel));
    return listOf((page) => transport.call({ ...parcel, query: page }), query ?? {}, row.paging);
  };
}
