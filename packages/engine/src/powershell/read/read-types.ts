import { deeper, expect, matchAt, peek, refuse, skipBlanks, skipLines, take, type Reader } from './reader.ts';
import type { Expression } from './syntax.ts';

const simple = /[\p{L}_][\p{L}\p{Nd}_.+`]*/uy;

/** Returns the text between the brackets of `[string]`, `[int[]]`, `[Dictionary[string,int]]`, `[a, mscorlib]`. */
export function readTypeName(r: Reader): string {
  const start = r.at + 1;
  r.at = start;
  readName(r);
  skipLines(r);
  const end = r.at;
  expect(r, ']');
  return r.text.slice(start, end).trim();
}

function readName(r: Reader): void {
  skipLines(r);
  const name = matchAt(r, simple);
  if (name === undefined) refuse(r, 'a bracket without a type');
  r.at += name.length;
  while (peek(r) === '[') deeper(r, () => readBrackets(r));
  skipBlanks(r);
  const assembly = matchAt(r, /,[^\][{}()'"$`\n\r;#]*/uy);
  if (assembly === undefined) return;
  if (!/^,\s*[\p{L}_]/u.test(assembly)) refuse(r, 'a broken assembly name');
  r.at += assembly.length;
}

/** Array ranks or the arguments of a generic type. */
function readBrackets(r: Reader): void {
  const rank = matchAt(r, /\[[ ,\t]*\]/y);
  if (rank !== undefined) {
    r.at += rank.length;
    return;
  }
  expect(r, '[');
  for (;;) {
    skipLines(r);
    if (peek(r) === '[') readTypeName(r);
    else readArgument(r);
    skipLines(r);
    if (take(r, ']')) return;
    expect(r, ',');
  }
}

function readArgument(r: Reader): void {
  const name = matchAt(r, simple);
  if (name === undefined) refuse(r, 'a broken generic type');
  r.at += name.length;
  while (peek(r) === '[') deeper(r, () => readBrackets(r));
}

/** `[Parameter(Mandatory)]`: consumes an attribute with its brackets and returns whether there was one. */
export function readAttribute(r: Reader, value: (r: Reader) => Expression): boolean {
  const head = matchAt(r, /\[\s*[\p{L}_][\p{L}\p{Nd}_.]*\(/uy);
  if (head === undefined) return false;
  r.at += head.length;
  skipLines(r);
  while (!take(r, ')')) {
    const name = matchAt(r, /[\p{L}_][\p{L}\p{Nd}_]*/uy);
    if (name === undefined) value(r);
    else {
      r.at += name.length;
      skipBlanks(r);
      if (take(r, '=')) {
        skipLines(r);
        value(r);
      }
    }
    skipLines(r);
    if (peek(r) !== ')') expect(r, ',');
    skipLines(r);
  }
  skipLines(r);
  expect(r, ']');
  return true;
}
