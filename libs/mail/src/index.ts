export { requireSender, smtpVariables, type SmtpVariables } from './config.ts';
export { MailTransport, type Mail, type MailOutcome, type SmtpConfig } from './mail-transport.ts';
export { statusWords, type MailFailure } from './smtp-failure.ts';
