import { address, readConfig, type Config } from '@vedette/configuration';

// Not the gateway's own declaration: that needs the whole service host, which takes longer to load than a command runs.
export const declaration = {
  databaseUrl: address('DATABASE_URL', {
    protocols: ['postgresql', 'postgres'],
    secret: true,
    about: 'PostgreSQL that holds the schema of the gateway',
  }),
};

/** Apart, for only some commands ask other services. */
export const requestDeclaration = {
  natsUrl: address('NATS_URL', {
    protocols: ['nats', 'tls'],
    secret: true,
    many: true,
    about: 'NATS servers of the stack, comma-separated',
  }),
};

export type CliConfig = Config<typeof declaration>;
export type RequestConfig = Config<typeof requestDeclaration>;

export const readCliConfig = (): CliConfig => readConfig(declaration, process.env);
export const readRequestConfig = (): RequestConfig => readConfig(requestDeclaration, process.env);
