import type { ParkedMessage, ParkingService, ReplayOutcome } from '@vedette/contract';
import { parkedRequests, type ParkedRequests } from '@vedette/contract/parked-requests';
import { answer, command, refuse, type Group } from '../cli/command.ts';
import { argument, choice, idText, optional, quoted } from '../cli/option.ts';
import { recordDone } from '../cli/recorded.ts';
import type { Asked } from '../cli/service-requests.ts';
import { oneLine, table } from '../cli/table.ts';

/** Of an error message in a table. */
const MOST_CHARACTERS = 80;

const SERVICE_NAMES = Object.keys(parkedRequests) as ParkingService[];
const service = optional(choice(SERVICE_NAMES), 'Only what this service has parked (default: all services)');

export const parkedCommands: Group = {
  name: 'parked',
  about: 'Messages that a service could not receive, and facts that it could not send, for a reason of their data.',
  commands: [
    command({
      name: 'list',
      about: 'List what services have parked: the oldest 100 of each',
      example: 'parked list --service monitor',
      options: { service },
      run: async ({ service: only }, { connections }) => {
        const asked = await askEach(only, ({ list }) => connections.ask(list, {}));
        if (!asked.ok) return refuse(asked.sentence);
        const messages = asked.answers.flatMap(({ service: owner, answer: { messages: parked } }) =>
          parked.map((message) => ({ service: owner, ...message })),
        );
        return answer(messages, table(messages.map(rowOf), 'Nothing is parked.'));
      },
    }),
    command({
      name: 'replay',
      about: 'Give what was parked back to its consumer',
      details:
        'Do this once the reason is gone. Each message has its effect once, however often it is replayed; one that fails again stays parked, with its new error.',
      example: 'parked replay evt_01kb3d2v7r9c4y6tqhx0nzmgwe',
      options: {
        id: argument(idText, 'The message, as vedette parked list shows it, or all: the oldest 100'),
        service,
      },
      run: async ({ id, service: only }, context) => {
        const { connections } = context;
        const messageId = id === 'all' ? null : id;
        const asked = await askEach(only, ({ replay }) => connections.ask(replay, { messageId }));
        if (!asked.ok) return refuse(asked.sentence);
        const outcomes = asked.answers.flatMap(({ service: owner, answer: { outcomes: each } }) =>
          each.map((outcome) => ({ service: owner, ...outcome })),
        );
        if (outcomes.length === 0 && messageId !== null) return refuse(`Nothing parked has the id ${quoted(id)}.`);
        const replayed = outcomes.filter(({ error }) => error === null);
        const named = replayed.map((outcome) => ({ id: outcome.messageId, name: outcome.consumer }));
        if (named.length > 0) await recordDone(context, 'replayParkedMessage', named);
        return answer(outcomes, table(outcomes.map(outcomeRow), 'Nothing is parked.'));
      },
    }),
  ],
};

type Answers<A> =
  | { readonly ok: true; readonly answers: readonly { readonly service: ParkingService; readonly answer: A }[] }
  | { readonly ok: false; readonly sentence: string };

/** A service that does not answer must not look like a service without parked messages. */
async function askEach<A>(
  only: ParkingService | undefined,
  ask: (requests: ParkedRequests) => Promise<Asked<A>>,
): Promise<Answers<A>> {
  const asked = await Promise.all(
    (only === undefined ? SERVICE_NAMES : [only]).map(async (name) => ({
      service: name,
      asked: await ask(parkedRequests[name]),
    })),
  );
  const answers: { service: ParkingService; answer: A }[] = [];
  for (const { service: name, asked: each } of asked) {
    if (!each.ok) return each;
    answers.push({ service: name, answer: each.answer });
  }
  return { ok: true, answers };
}

function rowOf(message: ParkedMessage & { service: ParkingService }) {
  return {
    service: message.service,
    consumer: message.consumer,
    message: message.messageId,
    subject: message.subject,
    bytes: message.bytes,
    deliveries: message.deliveries,
    parked: new Date(message.parkedAt),
    error: oneLine(message.error, MOST_CHARACTERS),
  };
}

function outcomeRow({ service: owner, consumer, messageId, error }: ReplayOutcome & { service: ParkingService }) {
  return {
    service: owner,
    consumer,
    message: messageId,
    outcome: error === null ? 'replayed' : `still parked: ${oneLine(error, MOST_CHARACTERS)}`,
  };
}
