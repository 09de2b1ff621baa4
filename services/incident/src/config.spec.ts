import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { readIncidentConfig } from './config.ts';

const needed = {
  DATABASE_URL: 'postgresql://localhost/vedette',
  NATS_URL: 'nats://localhost',
  INCIDENT_SECRET_KEY: randomBytes(32).toString('base64'),
};
const smtp = { SMTP_URL: 'smtp://mail.example.com:587', SMTP_FROM: 'Vedette <alerts@example.com>' };

describe('the configuration', () => {
  it('needs no mail server, and then nobody gets mail', () => {
    expect(readIncidentConfig(needed)).toMatchObject({ smtpUrl: null, webhookAllowPrivateTargets: false });
  });

  it('takes a mail server with a sender', () => {
    const config = readIncidentConfig({ ...needed, ...smtp });
    expect(config).toMatchObject({ smtpUrl: smtp.SMTP_URL, smtpFrom: smtp.SMTP_FROM });
  });

  it.each([
    {
      name: 'a mail server without a sender',
      environment: { SMTP_URL: smtp.SMTP_URL },
      fault: /SMTP_FROM is required/,
    },
    { name: 'a mail server that is none', environment: { SMTP_URL: 'https://example.com' }, fault: /SMTP_URL must be/ },
  ])('refuses $name', ({ environment, fault }) => {
    expect(() => readIncidentConfig({ ...needed, ...environment })).toThrow(fault);
  });
});
