/**
 * SHA-256 (FIPS 180-4) for the few hundred bytes that one call needs. The engine is synchronous and runs where there is no
 * `node:crypto`, and the hook does not wait for that module. Tests compare it with Node's own.
 */
export function sha256Bytes(data: Uint8Array): Uint8Array {
  const hashing: Hashing = { state: Int32Array.from(start), words: new Int32Array(64) };
  const whole = data.length - (data.length % 64);
  for (let at = 0; at < whole; at += 64) addBlock(hashing, data, at);
  const rest = padded(data, whole);
  for (let at = 0; at < rest.length; at += 64) addBlock(hashing, rest, at);
  const digest = new DataView(new ArrayBuffer(32));
  for (let at = 0; at < 8; at++) digest.setInt32(at * 4, hashing.state[at] ?? 0);
  return new Uint8Array(digest.buffer);
}

const start: readonly number[] = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

const constants = Int32Array.of(
  0x428a2f98,
  0x71374491,
  0xb5c0fbcf,
  0xe9b5dba5,
  0x3956c25b,
  0x59f111f1,
  0x923f82a4,
  0xab1c5ed5,
  0xd807aa98,
  0x12835b01,
  0x243185be,
  0x550c7dc3,
  0x72be5d74,
  0x80deb1fe,
  0x9bdc06a7,
  0xc19bf174,
  0xe49b69c1,
  0xefbe4786,
  0x0fc19dc6,
  0x240ca1cc,
  0x2de92c6f,
  0x4a7484aa,
  0x5cb0a9dc,
  0x76f988da,
  0x983e5152,
  0xa831c66d,
  0xb00327c8,
  0xbf597fc7,
  0xc6e00bf3,
  0xd5a79147,
  0x06ca6351,
  0x14292967,
  0x27b70a85,
  0x2e1b2138,
  0x4d2c6dfc,
  0x53380d13,
  0x650a7354,
  0x766a0abb,
  0x81c2c92e,
  0x92722c85,
  0xa2bfe8a1,
  0xa81a664b,
  0xc24b8b70,
  0xc76c51a3,
  0xd192e819,
  0xd6990624,
  0xf40e3585,
  0x106aa070,
  0x19a4c116,
  0x1e376c08,
  0x2748774c,
  0x34b0bcb5,
  0x391c0cb3,
  0x4ed8aa4a,
  0x5b9cca4f,
  0x682e6ff3,
  0x748f82ee,
  0x78a5636f,
  0x84c87814,
  0x8cc70208,
  0x90befffa,
  0xa4506ceb,
  0xbef9a3f7,
  0xc67178f2,
);

/** The rest after the whole blocks, a one bit, zeros and the length in bits. */
function padded(data: Uint8Array, whole: number): Uint8Array {
  const left = data.length - whole;
  const rest = new Uint8Array(left < 56 ? 64 : 128);
  rest.set(data.subarray(whole));
  rest[left] = 0x80;
  const end = new DataView(rest.buffer);
  end.setUint32(rest.length - 8, Math.floor(data.length / 0x20000000));
  end.setUint32(rest.length - 4, (data.length << 3) >>> 0);
  return rest;
}

interface Hashing {
  readonly state: Int32Array;
  readonly words: Int32Array;
}

function addBlock({ state, words }: Hashing, data: Uint8Array, from: number): void {
  for (let at = 0, byte = from; at < 16; at++, byte += 4)
    words[at] =
      ((data[byte] as number) << 24) |
      ((data[byte + 1] as number) << 16) |
      ((data[byte + 2] as number) << 8) |
      (data[byte + 3] as number);
  for (let at = 16; at < 64; at++) {
    const x = words[at - 15] as number;
    const y = words[at - 2] as number;
    const small = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const large = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    words[at] = ((words[at - 16] as number) + small + (words[at - 7] as number) + large) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at++) {
    const one = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const next = (h + one + ((e & f) ^ (~e & g)) + (constants[at] as number) + (words[at] as number)) | 0;
    const two = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const more = (two + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + next) | 0;
    d = c;
    c = b;
    b = a;
    a = (next + more) | 0;
  }
  const added = [a, b, c, d, e, f, g, h];
  for (let at = 0; at < 8; at++) state[at] = ((state[at] as number) + (added[at] as number)) | 0;
}
