import type { AuditEntry } from '../resources/audit-log.ts';
import type { Key } from '../resources/key.ts';
import type { Invitation, Member } from '../resources/member.ts';
import type { Organization, Usage } from '../resources/organization.ts';
import type { Me, Session, SessionItem } from '../resources/session.ts';
import { deleted, page, type ConsoleExamples } from './example-shapes.ts';
import { TOKEN } from './example-resources.ts';

const person = { id: 'per_01k9w1s2m8e2q7r4t6y8a0c2e4', name: 'Ada Okafor', email: 'ada@shop.example' };

const SECRET = 'ved_4tXcQ9mZr2LhVb7NwKp0Js6Ye1Fu8Da3abc123';

const organization: Organization = {
  id: 'org_01k9w2t3m8e2q7r4t6y8a0c2e4',
  name: 'Example Shop',
  plan: 'TEAM',
  subscription: 'ACTIVE',
  createdAt: '2026-02-27T07:50:00.000Z',
};

const session: Session = {
  person,
  organization: { id: organization.id, name: organization.name },
  role: 'OWNER',
  memberships: [{ organizationId: organization.id, name: organization.name, role: 'OWNER' }],
  expiresAt: '2026-03-09T09:30:00.000Z',
};

const sessionItem: SessionItem = {
  id: 'ses_01k9w1v4m8e2q7r4t6y8a0c2e4',
  current: true,
  signedInAt: '2026-03-02T08:00:00.000Z',
  lastUsedAt: '2026-03-02T09:30:00.000Z',
  expiresAt: session.expiresAt,
  address: '198.51.100.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0',
};

const me: Me = {
  ...person,
  timezone: 'Europe/Berlin',
  locale: 'en',
  theme: 'SYSTEM',
};

const usage: Usage = {
  plan: 'TEAM',
  allowed: { monitors: 100, statusPages: 5, webhookEndpoints: 10, maintenanceWindows: 100, fastestIntervalSeconds: 60 },
  used: { monitors: 12, statusPages: 1, webhookEndpoints: 2, maintenanceWindows: 1, members: 3, keys: 2 },
};

const member: Member = {
  id: 'per_01k9w1s9q7r4t6y8a0c2e4g6j8',
  name: 'Ben Ilves',
  email: 'ben@shop.example',
  role: 'MEMBER',
  createdAt: '2026-02-28T10:00:00.000Z',
};

const invitation: Invitation = {
  id: 'inv_01k9w9g2j4m6p8r0t2w4y6a8c0',
  email: 'cleo@shop.example',
  role: 'VIEWER',
  mailed: false,
  invitedBy: person.name,
  createdAt: '2026-03-02T09:00:00.000Z',
  expiresAt: '2026-03-09T09:00:00.000Z',
};

const key: Key = {
  id: 'key_01k9w8f1j4m6p8r0t2w4y6a8c0',
  name: 'Deployments',
  access: 'FULL',
  enabled: true,
  prefix: SECRET.slice(0, 8),
  lastFour: SECRET.slice(-4),
  expiresAt: '2027-03-01T00:00:00.000Z',
  previousSecretExpiresAt: null,
  lastUsedAt: '2026-03-02T09:29:58.000Z',
  lastUsedFrom: '198.51.100.7',
  createdAt: '2026-02-27T08:30:00.000Z',
  createdBy: `person:${person.id}`,
  secretShownTo: [`person:${person.id}`],
};

const auditEntry: AuditEntry = {
  id: 'aud_01k9wah3j4m6p8r0t2w4y6a8c0',
  at: '2026-03-02T09:05:00.000Z',
  actor: `person:${person.id}`,
  actorName: person.name,
  operation: 'updateMonitor',
  refused: false,
  resourceId: 'mon_01k9w3v5m8e2q7r4t6y8a0c2e4',
  resourceName: 'Checkout API',
  changedFields: ['intervalSeconds'],
  requestId: 'req_01k9z0b2d4f6h8k0n2q4s6v8x0',
  address: '198.51.100.7',
};

export const accountExamples = {
  createSignInLink: { body: { email: person.email }, response: { email: person.email } },
  viewSignInLink: { body: { token: TOKEN }, response: { email: person.email } },
  redeemSignInLink: { body: { token: TOKEN }, response: session },
  listSignInMethods: { response: page({ type: 'MAIL' as const }) },
  getSession: { response: session },
  endSession: { response: deleted(sessionItem.id) },
  listSessions: { response: page(sessionItem) },
  endOneSession: { response: deleted(sessionItem.id) },
  endAllSessions: { response: deleted(person.id) },
  getMe: { response: me },
  updateMe: { body: { timezone: 'Europe/Berlin' }, response: me },
  getOrganization: { response: organization },
  updateOrganization: { body: { name: organization.name }, response: organization },
  deleteOrganization: { response: deleted(organization.id) },
  getUsage: { response: usage },
  listAuditLog: { response: page(auditEntry) },
  listMembers: { response: page(member) },
  updateMember: { body: { role: 'MEMBER' }, response: member },
  removeMember: { response: deleted(member.id) },
  listInvitations: { response: page(invitation) },
  createInvitation: {
    body: { email: invitation.email, role: 'VIEWER' },
    response: { ...invitation, url: `https://console.shop.example/console/invitation#token=${TOKEN}` },
  },
  deleteInvitation: { response: deleted(invitation.id) },
  acceptInvitation: { body: { token: TOKEN }, response: session },
  listKeys: { response: page(key) },
  createKey: {
    body: { name: key.name, access: 'FULL', expiresAt: '2027-03-01T00:00:00Z' },
    response: { ...key, lastUsedAt: null, lastUsedFrom: null, secret: SECRET },
  },
  updateKey: { body: { enabled: false }, response: { ...key, enabled: false } },
  deleteKey: { response: deleted(key.id) },
  replaceKey: {
    body: { overlapSeconds: 3600 },
    response: { ...key, previousSecretExpiresAt: '2026-03-02T10:30:00.000Z', secret: SECRET },
  },
} satisfies Partial<ConsoleExamples>;
