import { literalOf, type Word } from '../read/words/word.ts';
import type { Operand, Role, Touch } from './model.ts';
import type { ProgramNature } from './sed-program.ts';

/** The files that a program names. A name that is composed at run time may be any file. */
export function filesInProgram(
  { word, role }: Operand & { readonly role: Role },
  nature: ProgramNature,
): readonly Touch[] {
  const { span } = word;
  const any: Word = {
    kind: 'unknown',
    reason: 'a file named in the program',
    starts: '',
    count: 'one',
    span,
  };
  const read: Touch = { access: 'read', word: any, recursive: false };
  if (nature !== 'writes') return [read];
  const text = literalOf(word) ?? '';
  const named =
    role === 'sed'
      ? (sedWrites.exec(text.slice(-220))?.slice(1) ?? [])
      : Array.from(text.matchAll(awkWrites), (match) => match[1] ?? '');
  const marks =
    role === 'sed'
      ? countIn(text.slice(0, text.length - (named[0]?.length ?? 0)), /w/giu)
      : countIn(text, />>?/gu);
  const words =
    named.length === marks ? named.map((file): Word => ({ kind: 'literal', text: file, span })) : [any];
  return [read, ...words.map((each): Touch => ({ access: 'write', word: each, recursive: false }))];
}

function countIn(text: string, mark: RegExp): number {
  return Array.from(text.matchAll(mark)).length;
}

const awkWrites = />>?\s*"([^"\\]+)"/gu;
/** The file name extends to the end of the line, so it is certain only in the last command. */
const sedWrites = /[wW]\s{0,8}([^\s;}]{1,200})$/u;
