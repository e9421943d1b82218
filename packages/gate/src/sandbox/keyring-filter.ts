/**
 * A filter of system calls, as the kernel takes it, that refuses the kernel's keyrings. A sandboxed command inherits the session
 * keyring of the person: with these calls it could read keys from it, and leave some for the next call.
 */

/** Numbers of add_key, request_key and keyctl, by the architecture as the kernel names it. */
const keyringCalls: readonly { readonly audit: number; readonly calls: readonly number[] }[] = [
  // x86-64, also in the form of x32.
  { audit: 0xc0_00_00_3e, calls: [248, 249, 250, 0x40_00_00_f8, 0x40_00_00_f9, 0x40_00_00_fa] },
  { audit: 0x40_00_00_03, calls: [286, 287, 288] },
  { audit: 0xc0_00_00_b7, calls: [217, 218, 219] },
  { audit: 0x40_00_00_28, calls: [309, 310, 311] },
];

const load = 0x20;
const jumpIfEqual = 0x15;
const answer = 0x06;
const allowed = 0x7f_ff_00_00;
/** EPERM. */
const refused = 0x00_05_00_01;

interface Instruction {
  readonly code: number;
  readonly value: number;
  /** How many instructions are passed over where the comparison holds, and where it does not. */
  readonly yes?: number;
  readonly no?: number;
}

export function keyringFilter(): Buffer {
  const blocks = keyringCalls.map(({ audit, calls }): readonly Instruction[] => [
    // The block of another architecture is passed over: its comparisons, its load, its two answers.
    { code: jumpIfEqual, value: audit, no: calls.length + 3 },
    { code: load, value: 0 },
    ...calls.map((value, at) => ({ code: jumpIfEqual, value, yes: calls.length - at })),
    { code: answer, value: allowed },
    { code: answer, value: refused },
  ]);
  // A call of an architecture that nobody knows is refused.
  const program: readonly Instruction[] = [
    { code: load, value: 4 },
    ...blocks.flat(),
    { code: answer, value: refused },
  ];
  const bytes = Buffer.alloc(program.length * 8);
  for (const [at, { code, value, yes = 0, no = 0 }] of program.entries()) {
    bytes.writeUInt16LE(code, at * 8);
    bytes.writeUInt8(yes, at * 8 + 2);
    bytes.writeUInt8(no, at * 8 + 3);
    bytes.writeUInt32LE(value, at * 8 + 4);
  }
  return bytes;
}
