/** The first bytes of programs and libraries that run on one architecture only. */
const FORMATS: readonly (readonly [string, readonly number[]])[] = [
  ['ELF', [0x7f, 0x45, 0x4c, 0x46]],
  ['Mach-O', [0xcf, 0xfa, 0xed, 0xfe]],
  ['Mach-O for several architectures', [0xca, 0xfe, 0xba, 0xbe]],
  ['Windows', [0x4d, 0x5a]],
];

/** Undefined for text, data and WebAssembly, which run everywhere. */
export function programFormat(bytes: Uint8Array): string | undefined {
  return FORMATS.find(([, start]) => start.every((byte, index) => bytes[index] === byte))?.[0];
}
