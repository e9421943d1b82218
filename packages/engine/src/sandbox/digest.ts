import { asIs, canonicalJson } from '../call/canonical-json.ts';
import type { SandboxProfile } from './profile.ts';

/** Names a profile by what it says: SHA-256 of its canonical JSON, in hexadecimal. The same sets have the same name. */
export function profileDigest(profile: SandboxProfile): string {
  const set = (list: readonly string[]): readonly string[] => [...new Set(list)].toSorted();
  const sets: SandboxProfile = {
    writable: set(profile.writable),
    readOnly: set(profile.readOnly),
    hidden: set(profile.hidden),
    hosts: set(profile.hosts),
    environment: set(profile.environment),
  };
  return sha256(new TextEncoder().encode(canonicalJson(sets, asIs)));
}

/** Here because the engine is synchronous and runs where there is no `node:crypto`. */
function sha256(bytes: Uint8Array): string {
  const state = new Uint32Array(initial);
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x2000_0000));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let index = 0; index < 16; index += 1) words[index] = view.getUint32(at + index * 4);
    block(state, words);
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

function block(state: Uint32Array, words: Uint32Array): void {
  const word = (index: number): number => words[index] ?? 0;
  for (let index = 16; index < 64; index += 1) {
    const [early, late] = [word(index - 15), word(index - 2)];
    const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[index] = word(index - 16) + first + word(index - 7) + second;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index += 1) {
    const mixed = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + mixed + ((e & f) ^ (~e & g)) + (constants[index] ?? 0) + word(index)) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + value;
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The first 32 bits of the fractional parts of the roots of the first primes. */
const [initial, constants] = roots();

function roots(): readonly [readonly number[], readonly number[]] {
  const primes: number[] = [];
  for (let number = 2; primes.length < 64; number += 1)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  const fraction = (value: number): number => Math.floor((value - Math.floor(value)) * 0x1_0000_0000);
  return [
    primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))),
    primes.map((prime) => fraction(Math.cbrt(prime))),
  ];
}
