import { describe, expect, it } from '@jest/globals';
import { compileRequestValidator, operations } from '@vedette/contract';
import { slugCandidates, slugFromName } from './slug.ts';

describe('slug made from a name', () => {
  it.each([
    { name: 'Acme', slug: 'acme' },
    { name: 'Acme Status Page', slug: 'acme-status-page' },
    { name: '  Acme -- Status!  ', slug: 'acme-status' },
    { name: 'Société Générale', slug: 'societe-generale' },
    { name: 'Straße №5', slug: 'strasse-no5' },
    { name: "Bob's API", slug: 'bobs-api' },
    { name: 'ＦＵＬＬ ｗｉｄｔｈ', slug: 'full-width' },
    { name: '状態', slug: 'status' },
    { name: '---', slug: 'status' },
    { name: '🚀', slug: 'status' },
    { name: 'x', slug: 'x' },
    { name: 'a'.repeat(120), slug: 'a'.repeat(63) },
    { name: `${'a'.repeat(62)} b`, slug: 'a'.repeat(62) },
  ])('$name → $slug', ({ name, slug }) => {
    expect(slugFromName(name)).toBe(slug);
  });
});

describe('what is taken in place of a slug', () => {
  it('is numbered first, then random', () => {
    expect(slugCandidates('acme', 'k3f9')).toEqual(['acme', 'acme-2', 'acme-3', 'acme-4', 'acme-5', 'acme-k3f9']);
  });

  it('is always a slug, however long the name', () => {
    const validate = compileRequestValidator(operations.createStatusPage);
    for (const slug of slugCandidates(`${'a'.repeat(58)}-bcde`, 'k3f9')) {
      const { ok } = validate({ params: {}, query: new URLSearchParams(), body: { name: 'x', slug } });
      expect({ slug, ok }).toEqual({ slug, ok: true });
    }
  });
});
