import { readChain } from './read-commands.ts';
import { readBlock, readStatement, readStatements } from './read-statements.ts';
import {
  emptyScript,
  isNewline,
  matchAt,
  type NestedReading,
  NotUnderstood,
  peek,
  type Reader,
  refuse,
  skipBlanks,
  skipSeparators,
} from './reader.ts';
import type { Reading } from './syntax.ts';

/** More than anyone types, and still fast to read. */
const longest = 65_536;

const nested: NestedReading = {
  statements: readStatements,
  pipeline: readChain,
  value: readStatementValue,
  block: (r) => {
    readBlock(r, '}');
  },
};

function readStatementValue(r: Reader) {
  if (peek(r) === undefined || ';})\n\r'.includes(peek(r) ?? '')) refuse(r, 'a value is missing');
  return readStatement(r);
}

/** Reads a text as PowerShell 7 does: everything that it would run and name, or the reason why it is not understood. */
export function readPowerShell(text: string): Reading {
  if (text.length > longest) return { understood: false, reason: 'longer than 65,536 characters', at: 0 };
  const r: Reader = { text, at: 0, depth: 0, pipelines: 0, commas: true, out: emptyScript(), nested };
  try {
    readUsings(r);
    readBlock(r, undefined);
  } catch (error) {
    if (error instanceof NotUnderstood) return { understood: false, reason: error.message, at: error.at };
    throw error;
  }
  r.out.commands.sort((a, b) => a.start - b.start || b.end - a.end);
  return { understood: true, script: r.out };
}

function readUsings(r: Reader): void {
  for (;;) {
    skipSeparators(r);
    const head = matchAt(r, /using[ \t]+[a-z]+[ \t]+/iuy);
    if (head === undefined) return;
    r.at += head.length;
    const name = matchAt(r, /[\p{L}_][\p{L}\p{Nd}_.]*/uy);
    if (!/namespace/iu.test(head) || name === undefined) refuse(r, 'code of a module or an assembly');
    r.at += name.length;
    r.out.namespaces.push(name);
    skipBlanks(r);
    if (peek(r) !== undefined && peek(r) !== ';' && !isNewline(peek(r))) refuse(r, 'using goes on');
  }
}
