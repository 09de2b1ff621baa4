import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  consoleContract,
  consoleEdition,
  newId,
  ROLES,
  type Operation,
  type OperationId,
  type Role,
  type StreamPage,
} from '@vedette/contract';
import { membership, type PeerKey, type PeerSession } from '@vedette/test-kit/account-peer';
import { type Gateway, Scene, type Sent } from './console-scene.ts';

let scene: Scene;
let gateway: Gateway;
const organizationId = newId('org');
let sessions: ReadonlyMap<Role, PeerSession>;
let foreign: PeerSession;
let full: PeerKey;
let readOnly: PeerKey;

beforeAll(async () => {
  scene = await Scene.start();
  gateway = await scene.gateway((port) => `http://localhost:${port}`);
  const emptyPage: StreamPage = { entries: [], position: 0, cursor: '0', hasMore: false, isReset: false };
  for (const { id, answer } of consoleContract.operations) {
    const answered = answer === 'json' ? consoleEdition.examples[id]?.response : emptyPage;
    await scene.services.answer(id as OperationId, () => answered as never);
  }
  sessions = new Map(
    ROLES.map((role) => [role, scene.account.addSession({ memberships: [membership(role, { organizationId })] })]),
  );
  foreign = scene.account.addSession();
  full = scene.account.add({ organizationId });
  readOnly = scene.account.add({ organizationId, access: 'READ_ONLY' });
});

afterAll(() => scene.stop());

async function outcome({ id, method, path }: Operation, sent: Sent): Promise<string> {
  const concrete = path.replace('/api/console/v1', '').replaceAll(/\{\w+\}/g, 'x');
  const body = consoleEdition.examples[id]?.body;
  const { status, code } = await gateway.call(concrete, { ...sent, method, ...(body !== undefined && { body }) });
  return code ?? String(status);
}

const inOrganization = { 'vedette-organization': organizationId };

function expectedOfRole(operation: Operation, role: Role): string {
  const { credentials, role: least, status } = operation;
  const isEnough = least === null || ROLES.indexOf(role) >= ROLES.indexOf(least);
  return isEnough || !credentials.includes('session') ? String(status) : 'forbidden';
}

describe('every operation of the console contract', () => {
  it.each(consoleContract.operations)('$id answers each role as its contract says', async (operation) => {
    const found: Record<string, string> = {};
    for (const [role, session] of sessions) {
      found[role] = await outcome(operation, { session, headers: inOrganization });
    }
    expect(found).toEqual(Object.fromEntries(ROLES.map((role) => [role, expectedOfRole(operation, role)])));
  });

  it.each(consoleContract.operations)('$id answers keys as its contract says', async (operation) => {
    const { credentials, effect, status } = operation;
    const isTaken = credentials.includes('key');
    expect([await outcome(operation, { key: full }), await outcome(operation, { key: readOnly })]).toEqual([
      isTaken ? String(status) : 'forbidden',
      isTaken && effect === 'read' ? String(status) : 'forbidden',
    ]);
  });

  it.each(consoleContract.operations)(
    '$id is closed to others: no credentials, another organization',
    async (operation) => {
      const { credentials, status } = operation;
      const nobody = credentials.includes('none') ? String(status) : 'unauthorized';
      const stranger = credentials.includes('session') ? 'not_found' : String(status);
      expect([
        await outcome(operation, {}),
        await outcome(operation, { session: foreign, headers: inOrganization }),
      ]).toEqual([nobody, stranger]);
    },
  );
});
