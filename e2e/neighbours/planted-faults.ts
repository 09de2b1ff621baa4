import type { ServiceName } from '@vedette/local-stores';

/** A change of the source that brings back what organizations once did to each other. */
export interface PlantedFault {
  readonly fault: string;
  readonly edits: readonly Edit[];
  /** The attack that must find it, and how what it may find begins. */
  readonly attack: string;
  readonly finds: readonly string[];
}

export interface Edit {
  readonly services: readonly ServiceName[];
  readonly file: string;
  /** Once in the file, and the same in the bundles of the services, where some names of variables are others. */
  readonly text: string;
  readonly becomes: string;
}

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    fault: 'bulk changes are made at once, and their events taken in their order, whoever they belong to',
    edits: [
      {
        services: ['account', 'incident', 'status-page', 'webhook-dispatcher'],
        file: 'libs/messaging/src/streams/event-consumer.ts',
        text: 'this.#waiting.push(readOrganization(',
        becomes: `this.#waiting.push((() => '')(`,
      },
      {
        services: ['monitor'],
        file: 'libs/messaging/src/mutations/outbox-relay.ts',
        text: 'await link.whileConnected(untilFewUnsettled(connection, lane, () => this.#isStopping));',
        becomes: '',
      },
      {
        services: ['monitor'],
        file: 'libs/messaging/src/rpc/request-lane.ts',
        text: 'heavy: { places: 3, mostPlaces: 3,',
        becomes: 'heavy: { places: 200,',
      },
    ],
    attack: 'the same by ten organizations at once',
    finds: ['alert took', 'page took', 'webhook took', 'stream took', 'audit took'],
  },
  {
    fault: 'the occurrences of a window are counted one by one from its first',
    edits: [
      {
        services: ['status-page'],
        file: 'services/status-page/src/windows/recurrence.ts',
        text: 'recurrence === null ? 0 : cycleBefore(',
        becomes: 'recurrence === null ? 0 : (() => 0)(',
      },
    ],
    attack: 'previews of windows that begin long ago',
    finds: ['visit took', 'page took', 'the page was not answered', '/api/v1/status-pages was answered'],
  },
  {
    fault: 'a replay waits behind those of everybody',
    edits: [
      {
        services: ['monitor'],
        file: 'services/monitor/src/replay/replay.service.ts',
        text: 'this.#places.run(organizationId, async',
        becomes: `this.#places.run('', async`,
      },
    ],
    attack: 'ten replays at once',
    finds: ['a replay was answered rate_limited'],
  },
  {
    fault: 'messages are rendered in their order, whoever they belong to',
    edits: [
      {
        services: ['status-page'],
        file: 'services/status-page/src/parsing/parsing-turns.ts',
        text: 'lane.queue.lengthOf(input.organizationId) >= bounds.ofEach',
        becomes: 'false',
      },
      {
        services: ['status-page'],
        file: 'services/status-page/src/parsing/parsing-turns.ts',
        text: 'lane.queue.push(input.organizationId,',
        becomes: `lane.queue.push('',`,
      },
    ],
    attack: '150 previews of Markdown at once',
    finds: ['render took', 'a preview was answered'],
  },
  {
    fault: 'a monitor is in any number of windows',
    edits: [
      {
        services: ['status-page'],
        file: 'services/status-page/src/windows/maintenance-window-change.ts',
        text: 'MOST_WINDOWS_OF_MONITOR = 20',
        becomes: 'MOST_WINDOWS_OF_MONITOR = 1_000_000',
      },
    ],
    attack: '1,500 windows of 500 monitors',
    finds: ['more than 20 windows'],
  },
  {
    fault: 'an organization has any number of streams',
    edits: [
      {
        services: ['gateway'],
        file: 'libs/contract/src/operations/event.operations.ts',
        text: 'perOrganization: 50',
        becomes: 'perOrganization: 1_000',
      },
    ],
    attack: '60 keys with 5 streams each that are not read',
    finds: ['more than 50 streams'],
  },
];
