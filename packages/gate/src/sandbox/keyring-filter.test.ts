import { expect, it } from 'vitest';
import { keyringFilter } from './keyring-filter.ts';

/** What the kernel would answer to one system call. */
function answerTo(nr: number, audit: number): number {
  const program = keyringFilter();
  let value = 0;
  for (let at = 0; at * 8 < program.length; at += 1) {
    const k = program.readUInt32LE(at * 8 + 4);
    switch (program.readUInt16LE(at * 8)) {
      case 0x20:
        value = k === 4 ? audit : nr;
        break;
      case 0x15:
        at += program.readUInt8(at * 8 + (value === k ? 2 : 3));
        break;
      default:
        return k;
    }
  }
  throw new Error('the program has no end');
}

const [x64, i386, arm64] = [0xc0_00_00_3e, 0x40_00_00_03, 0xc0_00_00_b7];

it('Finding 7: add_key, request_key and keyctl are refused inside a sandbox, and nothing else is', () => {
  const refused = 0x00_05_00_01;
  for (const [audit, calls] of [
    [x64, [248, 249, 250, 0x40_00_00_fa]],
    [i386, [286, 287, 288]],
    [arm64, [217, 218, 219]],
  ] as const) {
    expect(calls.map((nr) => answerTo(nr, audit))).toEqual(calls.map(() => refused));
    expect([0, 1, 59, 247, 251, 289].map((nr) => answerTo(nr, audit))).toEqual(Array(6).fill(0x7f_ff_00_00));
  }
  // An architecture that nobody knows.
  expect(answerTo(1, 0x12_34)).toBe(refused);
});
