import { readConfig, type Config } from '@vedette/configuration';
import { hostVariables } from '@vedette/service-host';

export const declaration = { ...hostVariables };

export type WebhookConfig = Config<typeof declaration>;

export const readWebhookConfig = (): WebhookConfig => readConfig(declaration, process.env);
