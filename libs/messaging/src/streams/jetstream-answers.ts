import { jetstreamApi, type ConsumerDefinition } from '@vedette/contract';
import type { NatsLink } from '../link/nats-link.ts';

/**
 * True if JetStream answers a question about the consumer in time, whatever the answer is. The server of the connection
 * cannot tell: a leaf node keeps its clients when it has lost the central servers.
 */
export async function jetstreamAnswers(
  link: NatsLink,
  { stream, name }: Pick<ConsumerDefinition, 'stream' | 'name'>,
  timeoutMs: number,
): Promise<boolean> {
  const { connection, user } = link;
  if (connection === undefined) return false;
  const answer = connection.request(`${jetstreamApi(user)}.CONSUMER.INFO.${stream.name}.${name}`, '', {
    timeout: timeoutMs,
  });
  return link.whileConnected(answer).then(
    () => true,
    () => false,
  );
}
