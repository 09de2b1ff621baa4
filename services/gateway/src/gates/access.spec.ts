import { describe, expect, it } from '@jest/globals';
import { contract, type Access, type KeyCaller, type Subscription } from '@vedette/contract';
import { accessFault } from './access.ts';

const plan = { name: 'FREE', monitors: 1, fastestIntervalSeconds: 30, statusPages: 1, webhookEndpoints: 1 };

function caller(access: Access, subscription: Subscription): KeyCaller {
  return { organizationId: 'org_1', keyId: 'key_1', access, subscription, plan };
}

const reads = contract.operations.filter(({ method }) => method === 'GET');
const mutations = contract.operations.filter(({ method }) => method !== 'GET');

describe('whether a caller may run an operation', () => {
  const rows: { name: string; caller: KeyCaller; read: string | undefined; mutation: string | undefined }[] = [
    { name: 'full and active', caller: caller('FULL', 'ACTIVE'), read: undefined, mutation: undefined },
    { name: 'full and past due', caller: caller('FULL', 'PAST_DUE'), read: undefined, mutation: undefined },
    {
      name: 'full and canceled',
      caller: caller('FULL', 'CANCELED'),
      read: undefined,
      mutation: 'subscription_required',
    },
    { name: 'read-only and active', caller: caller('READ_ONLY', 'ACTIVE'), read: undefined, mutation: 'forbidden' },
    {
      name: 'read-only before canceled',
      caller: caller('READ_ONLY', 'CANCELED'),
      read: undefined,
      mutation: 'forbidden',
    },
  ];
  it.each(rows)('$name', ({ caller: who, read, mutation }) => {
    expect(reads.map((operation) => accessFault(who, operation)?.code)).toEqual(reads.map(() => read));
    expect(mutations.map((operation) => accessFault(who, operation)?.code)).toEqual(mutations.map(() => mutation));
  });
});
