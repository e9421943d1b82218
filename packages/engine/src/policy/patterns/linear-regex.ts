import type { Assertion, CharSet, Node } from './regex-node.ts';
import { parseRegex, type RegexError } from './parse-regex.ts';
import { isIn, isWordCode } from './regex-set.ts';

/** A program for a machine that tracks every possible position at once, so that no text can cause backtracking. */
export interface LinearRegex {
  readonly source: string;
  readonly program: readonly Instruction[];
}

type Instruction =
  | { readonly do: 'read'; readonly set: CharSet; readonly next: number }
  | { readonly do: 'assert'; readonly assertion: Assertion; readonly next: number }
  | { readonly do: 'fork'; readonly next: readonly number[] }
  | { readonly do: 'match' };

const longestProgram = 5000;

/** JavaScript's syntax with the `u` flag, without features that need more than linear time. */
export function compileRegex(source: string): LinearRegex | RegexError {
  const tree = parseRegex(source);
  if ('error' in tree) return tree;
  const program: Instruction[] = [{ do: 'match' }];
  emit({ program, node: tree, next: 0 });
  return program.length > longestProgram
    ? { error: 'repetitions that together are too large', at: 0 }
    : { source, program };
}

/** Emits a node before `next` and returns its start, so the start of the program is the last instruction. */
function emit(options: { program: Instruction[]; node: Node; next: number }): number {
  const { program, node, next } = options;
  if (program.length > longestProgram) return next;
  switch (node.is) {
    case 'set':
      return program.push({ do: 'read', set: node.set, next }) - 1;
    case 'assertion':
      return program.push({ do: 'assert', assertion: node.assertion, next }) - 1;
    case 'sequence':
      return program.push({ do: 'fork', next: [emitAll({ program, nodes: node.items, next })] }) - 1;
    case 'choice': {
      const starts = node.options.map((option) => emit({ program, node: option, next }));
      return program.push({ do: 'fork', next: starts }) - 1;
    }
    case 'repeat':
      return emitRepeat({ program, repeat: node, next });
  }
}

function emitAll(options: { program: Instruction[]; nodes: readonly Node[]; next: number }): number {
  const { program, nodes } = options;
  return nodes.reduceRight((next, node) => emit({ program, node, next }), options.next);
}

type Repeat = Extract<Node, { is: 'repeat' }>;

function emitRepeat(options: { program: Instruction[]; repeat: Repeat; next: number }): number {
  const { program, repeat } = options;
  const { item, least, most } = repeat;
  let at = options.next;
  if (most === Infinity) {
    const ways = [options.next];
    at = program.push({ do: 'fork', next: ways }) - 1;
    ways.push(emit({ program, node: item, next: at }));
  } else {
    for (let count = least; count < most; count += 1) {
      const inner = emit({ program, node: item, next: at });
      at = program.push({ do: 'fork', next: [options.next, inner] }) - 1;
    }
  }
  for (let count = 0; count < least; count += 1) at = emit({ program, node: item, next: at });
  return program.push({ do: 'fork', next: [at] }) - 1;
}

/** Whether the expression matches somewhere in the text. */
export function testRegex(regex: LinearRegex, text: string): boolean {
  const codes = Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  const { program } = regex;
  // When an instruction was last reached, so that each is visited once per position in the text.
  const seen = new Int32Array(program.length).fill(-1);
  let waiting: number[] = [];
  for (let at = 0; at <= codes.length; at += 1) {
    const reads = follow({ program, seen, codes, at, from: [...waiting, program.length - 1] });
    if (reads === 'match') return true;
    const code = codes[at];
    if (code === undefined) return false;
    waiting = [];
    for (const read of reads) {
      if (isIn(read.set, code)) waiting.push(read.next);
    }
  }
  return false;
}

interface Following {
  readonly program: readonly Instruction[];
  readonly seen: Int32Array;
  readonly codes: readonly number[];
  readonly at: number;
  readonly from: number[];
}

type ReadInstruction = Extract<Instruction, { do: 'read' }>;

/** Everything reachable without reading: the pending reads, or the match. */
function follow({ program, seen, codes, at, from }: Following): readonly ReadInstruction[] | 'match' {
  const reads: ReadInstruction[] = [];
  for (let place = from.pop(); place !== undefined; place = from.pop()) {
    if (seen[place] === at) continue;
    seen[place] = at;
    const instruction = program[place];
    if (instruction?.do === 'match') return 'match';
    if (instruction?.do === 'read') reads.push(instruction);
    else if (instruction?.do === 'fork') from.push(...instruction.next);
    else if (instruction?.do === 'assert' && assertionHolds(instruction.assertion, codes, at))
      from.push(instruction.next);
  }
  return reads;
}

function assertionHolds(assertion: Assertion, codes: readonly number[], at: number): boolean {
  if (assertion === 'start') return at === 0;
  if (assertion === 'end') return at === codes.length;
  const isEdge = isWord(codes[at - 1]) !== isWord(codes[at]);
  return isEdge === (assertion === 'boundary');
}

function isWord(code: number | undefined): boolean {
  return code !== undefined && isWordCode(code);
}
