import { address, readConfig } from '@vedette/configuration';

export const declaration = {
  databaseUrl: address('DATABASE_URL', {
    protocols: ['postgresql', 'postgres'],
    secret: true,
    about: 'PostgreSQL that holds the schemas to migrate',
  }),
};

export function migrationConfig() {
  return readConfig(declaration, process.env);
}
