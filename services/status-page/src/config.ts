import { readConfig, type Config } from '@vedette/configuration';
import { hostVariables } from '@vedette/service-host';

export const declaration = { ...hostVariables };

export type StatusPageConfig = Config<typeof declaration>;

export const readStatusPageConfig = (): StatusPageConfig => readConfig(declaration, process.env);
