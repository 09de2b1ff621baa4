import { address, readConfig, type Config } from '@vedette/configuration';

// Not the gateway's own declaration: that needs the whole service host, which takes longer to load than a command runs.
export const declaration = {
  databaseUrl: address('DATABASE_URL', {
    protocols: ['postgresql', 'postgres'],
    secret: true,
    about: 'PostgreSQL that holds the schema of the gateway',
  }),
};

export type CliConfig = Config<typeof declaration>;

export const readCliConfig = (): CliConfig => readConfig(declaration, process.env);
