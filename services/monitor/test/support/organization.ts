import type { Monitor, ResponseOf } from '@vedette/contract';
import { Organization as ServiceOrganization, type Limits } from '@vedette/test-kit/organization';

export class Organization extends ServiceOrganization {
  /** The same organization, after its plan was changed. */
  on(limits: Limits): Organization {
    return new Organization(this.line, limits, this);
  }

  /** An HTTP monitor that is rarely due, unless the fields say otherwise. */
  create(fields: Record<string, unknown> = {}): Promise<Monitor> {
    const body = { name: 'Site', type: 'HTTP', url: 'http://target.test/', intervalSeconds: 86_400, ...fields };
    return this.call('createMonitor', { body });
  }

  list(query: Record<string, string> = {}): Promise<ResponseOf<'listMonitors'>> {
    return this.call('listMonitors', { query });
  }

  get(monitorId: string): Promise<Monitor> {
    return this.call('getMonitor', { id: monitorId });
  }

  update(monitorId: string, body: object): Promise<Monitor> {
    return this.call('updateMonitor', { id: monitorId, body });
  }

  pause(monitorId: string): Promise<Monitor> {
    return this.call('pauseMonitor', { id: monitorId, body: {} });
  }

  resume(monitorId: string): Promise<Monitor> {
    return this.call('resumeMonitor', { id: monitorId, body: {} });
  }

  check(monitorId: string): Promise<Monitor> {
    return this.call('checkMonitor', { id: monitorId, body: {} });
  }

  delete(monitorId: string): Promise<{ data: { id: string } }> {
    return this.call('deleteMonitor', { id: monitorId });
  }
}
