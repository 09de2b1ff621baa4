import { describe, expect, it } from '@jest/globals';
import type { Actor, RequestContext } from '@vedette/contract';
import { actOf, type Act } from './act.ts';

const key: Actor = { kind: 'key', id: 'key_1', name: 'CI' };
const request: RequestContext = { requestId: 'req_1', deadlineAt: 0 };

describe('the act of a request', () => {
  const subject = 'vedette.rpc.status-page.deleteStatusPage';
  const act: Act = {
    actor: key,
    service: 'status-page',
    operation: 'deleteStatusPage',
    resourceId: 'sp_1',
    requestId: 'req_1',
    address: '192.0.2.1',
  };
  const written: RequestContext = { ...request, actor: key, sourceAddress: '192.0.2.1' };
  const rows: { name: string; context: RequestContext; input: unknown; act: Act | undefined }[] = [
    { name: 'a write that names a resource', context: written, input: { params: { statusPageId: 'sp_1' } }, act },
    {
      name: 'a path with two ids names the inner one',
      context: written,
      input: { params: { statusPageId: 'sp_1', componentId: 'cmp_1' } },
      act: { ...act, resourceId: 'cmp_1' },
    },
    { name: 'a write without ids', context: written, input: { params: {} }, act: { ...act, resourceId: undefined } },
    {
      name: 'a command',
      context: { ...request, actor: { kind: 'operator', user: 'root' } },
      input: { contactId: 'ac_1' },
      act: { ...act, actor: { kind: 'operator', user: 'root' }, resourceId: undefined, requestId: null, address: null },
    },
    { name: 'no input', context: written, input: null, act: { ...act, resourceId: undefined } },
    { name: 'a request without an actor', context: request, input: { params: { id: 'sp_1' } }, act: undefined },
  ];
  it.each(rows)('$name', ({ context, input, act: expected }) => {
    expect(actOf(context, { subject, input })).toEqual(expected);
  });
});
