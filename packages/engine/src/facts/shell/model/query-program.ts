import { literalOf, type Word } from '../read/words/word.ts';
import type { Arguments, Refinement, Touch } from './model.ts';

/** Texts that may be a program: operands and values of options. */
function possiblePrograms({ operands, options }: Arguments): readonly Word[] {
  return [
    ...operands.map(({ word }) => word),
    ...options.flatMap(({ value }) => (value === undefined ? [] : [value])),
  ];
}

/**
 * Files that a `jq` or `yq` program names itself: `load("x")`, `import "x" as $x`. A name that is computed, or that a library
 * or a program file may contain, may be any file.
 */
export function loadedFiles(args: Arguments): Refinement | undefined {
  const touches = possiblePrograms(args).flatMap(loadsIn);
  const file = args.options.find(({ name }) => name === '-f' || name === '--from-file');
  if (file?.value !== undefined) touches.push(anyFile(file.value));
  return touches.length === 0 ? undefined : { touches };
}

function loadsIn(word: Word): readonly Touch[] {
  const text = literalOf(word);
  if (text === undefined) return [];
  if (/\b(?:import|include)\s*"|\bmodulemeta\b/u.test(text)) return [anyFile(word)];
  return Array.from(text.matchAll(/load(?:_\w+)?\s*\(\s*("([^"\\]*)"\s*\))?/gu), (match): Touch => {
    const name = match[2];
    return name === undefined
      ? anyFile(word)
      : { access: 'read', word: { kind: 'literal', text: name, span: word.span } };
  });
}

function anyFile({ span }: Word): Touch {
  return {
    access: 'read',
    word: { kind: 'unknown', reason: 'a file named in the program', starts: '', count: 'one', span },
  };
}

/** Environment variables that an awk, jq or yq program prints: their names, or undefined for one that may be any. */
export function variablesRead(args: Arguments): readonly (string | undefined)[] {
  const pattern = args.path[0]?.endsWith('awk') === true ? ofAwk : ofQuery;
  return possiblePrograms(args).flatMap((word) =>
    Array.from((literalOf(word) ?? '').matchAll(pattern), (match) => match[1] ?? match[2]),
  );
}

const ofAwk = /\bENVIRON\b(?:\s*\[\s*"([^"\\]*)"\s*\])?/gu;
/** `.env` and `{env: 1}` are keys of the data. */
const ofQuery =
  /(?:\$ENV\b|(?<![.\w$"-])(?:str)?env(?:subst)?\b(?!\s*:|[\w"]))(?:\.(\w+)|\s*[[(]\s*"?(\w+)"?\s*[\])])?/gu;
