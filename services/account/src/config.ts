import { address, integer, readConfig, secretKey, type Config } from '@vedette/configuration';
import { requireSender, smtpVariables } from '@vedette/mail';
import { databaseVariables, hostVariables } from '@vedette/service-host';

export const declaration = {
  ...hostVariables,
  ...databaseVariables,
  ...smtpVariables,
  secretKey: secretKey('ACCOUNT_SECRET_KEY', {
    about: 'key that stored answers with secrets are encrypted with: 32 bytes in base64',
  }),
  previousSecretKey: secretKey('ACCOUNT_SECRET_KEY_PREVIOUS', {
    default: null,
    about: 'the key before it, while the key is being replaced',
  }),
  consolePublicUrl: address('CONSOLE_PUBLIC_URL', {
    protocols: ['http', 'https'],
    default: 'http://localhost:8083',
    about: 'address of the console, as links to it are written',
  }),
  signInTriesPerHour: integer('SIGN_IN_TRIES_PER_HOUR', {
    default: 10,
    min: 1,
    max: 10_000,
    about: 'sign-ins with a wrong link that one client address may try an hour; it may ask for twice as many links',
  }),
};

export type AccountConfig = Config<typeof declaration>;

export const readAccountConfig = (): AccountConfig => requireSender(readConfig(declaration, process.env));
