import { readConfig, type Config } from '@vedette/configuration';
import { hostVariables } from '@vedette/service-host';

export const declaration = { ...hostVariables };

export type WorkerConfig = Config<typeof declaration>;

export const readWorkerConfig = (): WorkerConfig => readConfig(declaration, process.env);
