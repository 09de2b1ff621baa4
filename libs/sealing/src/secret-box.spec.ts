import { describe, expect, it } from '@jest/globals';
import { SecretBox, UnknownKeyError } from './secret-box.ts';

const oldKey = Buffer.alloc(32, 1);
const newKey = Buffer.alloc(32, 2);

describe('a secret box', () => {
  const box = new SecretBox(newKey, null);

  it.each(['', 'whsec_abc', 'ünïcode ☎', 'x'.repeat(100_000)])('opens what it has sealed', (text) => {
    expect(box.open(box.seal(text, 'we_1'), 'we_1')).toBe(text);
  });

  it('never seals the same text the same way, nor shows it', () => {
    const [one, other] = [box.seal('whsec_abc', 'we_1'), box.seal('whsec_abc', 'we_1')];
    expect(one.equals(other)).toBe(false);
    expect(one.includes('whsec_abc')).toBe(false);
  });

  it('opens nothing in another context', () => {
    expect(() => box.open(box.seal('whsec_abc', 'we_1'), 'we_2')).toThrow('unable to authenticate');
  });

  it('opens nothing that was changed, wherever', () => {
    const sealed = box.seal('whsec_abc', 'we_1');
    for (let at = 4; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => box.open(changed, 'we_1')).toThrow('unable to authenticate');
    }
    expect(() => box.open(sealed.subarray(0, sealed.length - 1), 'we_1')).toThrow('unable to authenticate');
    expect(() => box.open(Buffer.alloc(0), 'we_1')).toThrow(UnknownKeyError);
  });

  it('seals with the new key and opens with both while a key is replaced', () => {
    const before = new SecretBox(oldKey, null);
    const during = new SecretBox(newKey, oldKey);
    const after = new SecretBox(newKey, null);
    const [old, fresh] = [before.seal('whsec_abc', 'we_1'), during.seal('whsec_abc', 'we_1')];
    expect(during.keyId).toBe(after.keyId);
    expect(during.open(old, 'we_1')).toBe('whsec_abc');
    expect(after.open(fresh, 'we_1')).toBe('whsec_abc');
    expect(() => after.open(old, 'we_1')).toThrow(UnknownKeyError);
  });

  it('names its keys without telling them', () => {
    const { keyIds } = new SecretBox(newKey, oldKey);
    expect(keyIds).toHaveLength(2);
    expect(keyIds.every((id) => /^[0-9a-f]{8}$/.test(id))).toBe(true);
  });
});
