import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { newId, type PublicEvent, type RequestOf } from '@vedette/contract';
import { Handles, RpcContext } from '@vedette/messaging';
import { Organization } from '../src/suite/organization.ts';
import { startSuite, type StoreConfig, type Suite } from '../src/suite/suite.ts';

const asked: unknown[] = [];

@Controller()
class Incidents {
  @Handles('listIncidents')
  list(@Payload() { query }: RequestOf<'listIncidents'>) {
    return { data: [], pagination: { limit: query.limit, offset: query.offset, total: 0 } };
  }

  @Handles('getIncident')
  get() {
    return { id: 'not an incident' };
  }

  @Handles('acknowledgeIncident')
  acknowledge(@Payload() request: unknown, @Ctx() context: RpcContext) {
    asked.push({ request, caller: context.request.caller, key: context.request.idempotency });
    return {};
  }
}

@Module({ controllers: [Incidents] })
class IncidentsModule {}

let suite: Suite<StoreConfig, Organization>;

beforeAll(async () => {
  suite = await startSuite<StoreConfig, Organization>({
    service: 'incident',
    module: IncidentsModule,
    organization: Organization,
    config: {},
  });
});
afterAll(() => suite.stop());

describe('an organization', () => {
  it('asks with the defaults of the contract', async () => {
    const { pagination } = await suite.organization().call('listIncidents', { query: { offset: 3 } });
    expect(pagination).toEqual({ limit: 25, offset: 3, total: 0 });
  });

  it('refuses to ask what the gateway would not let pass', async () => {
    const asking = suite.organization().call('listIncidents', { query: { limit: 0 } });
    await expect(asking).rejects.toThrow('The request is not valid');
  });

  it('takes no answer that breaks the contract', async () => {
    const asking = suite.organization().call('getIncident', { id: newId('inc') });
    await expect(asking).rejects.toThrow('The answer of getIncident breaks the contract');
  });

  it('is a caller with a plan, and the same key is the same key', async () => {
    const organization = suite.organization({ monitors: 7 });
    const id = newId('inc');
    const acknowledge = () => organization.forward('acknowledgeIncident', { id, idempotencyKey: 'k' });
    await acknowledge();
    await acknowledge();
    const [first, second] = asked;
    expect(first).toMatchObject({
      request: { params: { incidentId: id } },
      caller: { organizationId: organization.id, plan: { monitors: 7 } },
      key: { key: 'k' },
    });
    expect(second).toEqual(first);
  });

  it('finds its own events, and all of them', async () => {
    const [one, other] = [suite.organization(), suite.organization()];
    const publish = async (organization: Organization): Promise<string> => {
      const id = newId('evt');
      const event = { id, type: 'monitor.up', timestamp: new Date().toISOString(), data: {} } as unknown as PublicEvent;
      await organization.publishMessage({ organizationId: organization.id, event });
      return id;
    };
    const ids = [await publish(one), await publish(one)];
    await publish(other);
    expect((await suite.eventsOf(one)).map(({ event }) => event.id)).toEqual(ids);
    expect(await suite.eventsOf(one, 'monitor.down')).toEqual([]);
  });
});
