import { address, integer, text } from '@vedette/configuration';

/** The variables that every service takes for NATS; each service spreads them into its own declaration. */
export const messagingVariables = {
  natsUrl: address('NATS_URL', {
    protocols: ['nats', 'tls'],
    secret: true,
    many: true,
    about: 'NATS servers, comma-separated, with user and password or a token where they ask for one',
  }),
  natsCaFile: text('NATS_CA_FILE', {
    default: null,
    about:
      'file with the certificate authority of the NATS servers, for tls://; none: the authorities that Node trusts',
  }),
  natsReplicas: integer('NATS_STREAM_REPLICAS', {
    default: 1,
    min: 1,
    max: 5,
    about: 'copies that a JetStream cluster keeps of each stream',
  }),
};
