import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

const page = (number: number, componentName: string | null) => ({
  id: `sp_${number}`,
  name: `Page ${number}`,
  slug: `page-${number}`,
  url: `https://status.test/page-${number}`,
  published: true,
  componentName,
});

describe('the status pages of a monitor', () => {
  it('are those that the status-page service knows, a page of them at a time', async () => {
    const organization = suite.organization();
    const { id } = await organization.create({ name: 'Checkout API' });
    suite.peers.pages.set(id, [page(1, 'Checkout'), page(2, null)]);
    expect(await organization.call('listMonitorStatusPages', { id })).toEqual({
      data: [page(1, 'Checkout'), page(2, 'Checkout API')],
      pagination: { limit: 25, offset: 0, total: 2 },
    });
    const second = await organization.call('listMonitorStatusPages', { id, query: { limit: 1, offset: 1 } });
    expect(second).toEqual({ data: [page(2, 'Checkout API')], pagination: { limit: 1, offset: 1, total: 2 } });
  });

  it('of a monitor that is unknown, deleted or foreign are not found', async () => {
    const organization = suite.organization();
    const { id: deleted } = await organization.create();
    await organization.delete(deleted);
    const { id: foreign } = await suite.organization().create();
    for (const id of ['mon_unknown', deleted, foreign]) {
      const listed = organization.call('listMonitorStatusPages', { id });
      await expect(listed).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('are a 500 while the status-page service does not answer', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    await suite.peers.goAway();
    const listed = organization.call('listMonitorStatusPages', { id });
    await expect(listed).rejects.toMatchObject({ code: 'internal_error' });
    await suite.peers.comeBack();
  });
});
