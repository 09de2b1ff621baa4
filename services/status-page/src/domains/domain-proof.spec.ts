import { describe, expect, it } from '@jest/globals';
import { nextProofStep, proofName, type DomainClaim, type DomainRecords } from './domain-proof.ts';

const now = new Date('2026-05-12T12:00:00Z');
const ago = (ms: number): Date => new Date(now.getTime() - ms);
const DAY_MS = 24 * 3_600_000;
const tenMinutes = new Date('2026-05-12T12:10:00Z');
const aDay = new Date('2026-05-13T12:00:00Z');

const unproven: DomainClaim = { pageId: 'sp_1', isVerified: false, missingSince: null, others: 'none' };
const proven: DomainClaim = { ...unproven, isVerified: true };
const none: DomainRecords = { texts: [], aliases: [] };
const text: DomainRecords = { texts: ['v=spf1 -all', 'vedette=sp_1'], aliases: [] };
const alias: DomainRecords = { texts: [], aliases: ['Pages.Vedette.example.'] };
const silent: DomainRecords = { texts: 'unknown', aliases: 'unknown' };

interface Case {
  readonly name: string;
  readonly claim: DomainClaim;
  readonly records: DomainRecords;
  readonly isVerified: boolean;
  readonly missingSince?: Date | null;
  readonly nextLookAt: Date;
}

describe('a custom domain', () => {
  it.each<Case>([
    {
      name: 'without any record is not proven',
      claim: unproven,
      records: none,
      isVerified: false,
      nextLookAt: tenMinutes,
    },
    { name: 'is proven by the text of its page', claim: unproven, records: text, isVerified: true, nextLookAt: aDay },
    {
      name: 'is not proven by the text of another page',
      claim: { ...unproven, pageId: 'sp_2' },
      records: text,
      isVerified: false,
      nextLookAt: tenMinutes,
    },
    {
      name: 'is not proven by a text that only begins like its own',
      claim: unproven,
      records: { texts: ['vedette=sp_10', 'vedette=SP_1'], aliases: [] },
      isVerified: false,
      nextLookAt: tenMinutes,
    },
    {
      name: 'is proven by an alias that nobody else claims',
      claim: unproven,
      records: alias,
      isVerified: true,
      nextLookAt: aDay,
    },
    {
      name: 'is not proven by an alias of another host',
      claim: unproven,
      records: { texts: [], aliases: ['pages.vedette.example.evil.test'] },
      isVerified: false,
      nextLookAt: tenMinutes,
    },
    {
      name: 'is not proven by an alias while another page claims it',
      claim: { ...unproven, others: 'claimed' },
      records: alias,
      isVerified: false,
      nextLookAt: tenMinutes,
    },
    {
      name: 'is proven by a text while another page claims it',
      claim: { ...unproven, others: 'claimed' },
      records: text,
      isVerified: true,
      nextLookAt: aDay,
    },
    {
      name: 'is not proven, even by a text, while another page has proven it',
      claim: { ...unproven, others: 'verified' },
      records: text,
      isVerified: false,
      nextLookAt: tenMinutes,
    },
    {
      name: 'is proven by a text while DNS does not tell of aliases',
      claim: unproven,
      records: { texts: ['vedette=sp_1'], aliases: 'unknown' },
      isVerified: true,
      nextLookAt: aDay,
    },
    {
      name: 'that was never proven stays so while DNS is silent',
      claim: unproven,
      records: silent,
      isVerified: false,
      nextLookAt: tenMinutes,
    },
    { name: 'stays proven while its proof is there', claim: proven, records: text, isVerified: true, nextLookAt: aDay },
    {
      name: 'stays proven by its alias when another page claims it later',
      claim: { ...proven, others: 'claimed' },
      records: alias,
      isVerified: true,
      nextLookAt: aDay,
    },
    {
      name: 'stays proven while DNS is silent, for any time',
      claim: proven,
      records: silent,
      isVerified: true,
      nextLookAt: tenMinutes,
    },
    {
      name: 'does not lose its proof by silence after it was missing',
      claim: { ...proven, missingSince: ago(2 * DAY_MS) },
      records: { texts: [], aliases: 'unknown' },
      isVerified: true,
      missingSince: ago(2 * DAY_MS),
      nextLookAt: tenMinutes,
    },
    {
      name: 'stays proven when its proof is missing for the first time',
      claim: proven,
      records: none,
      isVerified: true,
      missingSince: now,
      nextLookAt: tenMinutes,
    },
    {
      name: 'stays proven when its proof is missing for less than a day',
      claim: { ...proven, missingSince: ago(DAY_MS - 1) },
      records: none,
      isVerified: true,
      missingSince: ago(DAY_MS - 1),
      nextLookAt: tenMinutes,
    },
    {
      name: 'loses its proof when it is missing for a day',
      claim: { ...proven, missingSince: ago(DAY_MS) },
      records: none,
      isVerified: false,
      nextLookAt: tenMinutes,
    },
    {
      name: 'is as before when its proof is back in time',
      claim: { ...proven, missingSince: ago(DAY_MS) },
      records: alias,
      isVerified: true,
      nextLookAt: aDay,
    },
  ])('$name', ({ claim, records, isVerified, missingSince = null, nextLookAt }) => {
    const step = nextProofStep(claim, records, 'pages.vedette.example', now);
    expect(step).toEqual({ isVerified, missingSince, nextLookAt });
  });

  it('has its text at a name of its own', () => {
    expect(proofName('status.example.com')).toBe('_vedette.status.example.com');
  });
});
