import { signal } from '@preact/signals';
import { api, Failure } from '../api/client.ts';
import { CONSOLE_URL } from '../base-path.ts';
import { remove } from '../data/resource.ts';
import { organizationId } from '../data/session.ts';

/** What was added for somebody who wants to look around first. */
export interface Samples {
  readonly monitorId: string;
  readonly pageId: string;
}

interface Names {
  readonly monitor: string;
  readonly page: string;
}

/** Only this browser knows that they are samples. */
const keyOf = (id: string): string => `vedette.samples.${id}`;
const changes = signal(0);

export function knownSamples(): Samples | undefined {
  void changes.value;
  const stored = localStorage.getItem(keyOf(organizationId.value ?? ''));
  return stored === null ? undefined : (JSON.parse(stored) as Samples);
}

/** A monitor of the console itself, which every installation can reach, and a page that the public does not see. */
export async function addSamples(names: Names): Promise<void> {
  const url = `${CONSOLE_URL}/console/`;
  const { id: monitorId } = await api().monitors.create({
    name: names.monitor,
    type: 'HTTP',
    url,
    intervalSeconds: 60,
  });
  const components = [{ monitorId, name: names.monitor }];
  const { id: pageId } = await api().statusPages.create({ name: names.page, published: false, components });
  keep({ monitorId, pageId });
}

/** Somebody may have deleted one of them already. */
export async function removeSamples({ monitorId, pageId }: Samples): Promise<void> {
  await remove([`status-page ${pageId}`], () => unlessGone(api().statusPages.delete(pageId)));
  await remove([`monitor ${monitorId}`], () => unlessGone(api().monitors.delete(monitorId)));
  keep(undefined);
}

async function unlessGone(work: PromiseLike<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'not_found') throw error;
  }
}

function keep(samples: Samples | undefined): void {
  const key = keyOf(organizationId.peek() ?? '');
  if (samples === undefined) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(samples));
  changes.value += 1;
}
