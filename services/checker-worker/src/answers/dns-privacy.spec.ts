import { describe, expect, it } from '@jest/globals';
import { isInternalName } from './dns-privacy.ts';

describe('isInternalName', () => {
  it.each([
    'postgres',
    'postgres.',
    'nats.vedette.svc.cluster.local',
    'NATS.vedette.svc.Cluster.Local.',
    'api.localhost',
    'ip-10-0-0-1.ec2.internal',
    'router.lan',
    'printer.home.arpa',
  ])('keeps %s to ourselves', (name) => {
    expect(isInternalName(name)).toBe(true);
  });

  it.each(['example.com', 'local.example.com', 'internal.com', 'mylocal.example', '_dmarc.example.com', 'a.brandnew'])(
    'asks about %s',
    (name) => {
      expect(isInternalName(name)).toBe(false);
    },
  );
});
