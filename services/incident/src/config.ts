import { readConfig, type Config } from '@vedette/configuration';
import { hostVariables } from '@vedette/service-host';

export const declaration = { ...hostVariables };

export type IncidentConfig = Config<typeof declaration>;

export const readIncidentConfig = (): IncidentConfig => readConfig(declaration, process.env);
