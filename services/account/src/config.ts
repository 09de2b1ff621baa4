import { readConfig, type Config } from '@vedette/configuration';
import { databaseVariables, hostVariables } from '@vedette/service-host';

export const declaration = { ...hostVariables, ...databaseVariables };

export type AccountConfig = Config<typeof declaration>;

export const readAccountConfig = (): AccountConfig => readConfig(declaration, process.env);
