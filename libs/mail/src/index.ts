export { requireSender, smtpVariables, type SmtpVariables } from './config.ts';
export { MailTransport, type Mail, type SmtpConfig } from './mail-transport.ts';
export type { MailFailure } from './smtp-failure.ts';
