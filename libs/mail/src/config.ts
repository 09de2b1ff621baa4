import { address, ConfigError, text, type Config } from '@vedette/configuration';

/** For services that send mail. */
export const smtpVariables = {
  smtpUrl: address('SMTP_URL', {
    protocols: ['smtp', 'smtps'],
    default: null,
    secret: true,
    about: 'mail server, smtp://user:password@host:587; without it nobody gets mail',
  }),
  smtpFrom: text('SMTP_FROM', {
    default: null,
    about: 'sender of mail, such as "Vedette <alerts@example.com>"; needed with SMTP_URL',
  }),
};

export type SmtpVariables = Config<typeof smtpVariables>;

/** Throws if there is a mail server and no sender. */
export function requireSender<C extends SmtpVariables>(config: C): C {
  if (config.smtpUrl !== null && config.smtpFrom === null) {
    throw new ConfigError([`SMTP_FROM is required with SMTP_URL: ${smtpVariables.smtpFrom.about}`]);
  }
  return config;
}
