import { wordSet } from '../../word-set.ts';

/**
 * Whether a Perl program visibly only computes, prints and edits its input lines. It must consist of the pieces below, each of
 * which the language reads in only one way.
 */
export function isPlainPerl(source: string): boolean {
  if (source.length > 2000) return false;
  let at = 0;
  let state: State = 'term';
  while (at < source.length) {
    const found = piece(source, at, state);
    if (found === undefined) return false;
    at += found.length;
    state = found.leaves ?? state;
  }
  return true;
}

/**
 * The preceding token determines the meaning of a slash: a value, the end of a block or of a subscript, a token that certainly
 * expects a term, or a word for which it is unknown whether it takes one (`time / 2` divides, `shift / 2/` searches for a
 * pattern).
 */
type State = 'value' | 'brace' | 'term' | 'word';

interface PieceKind {
  readonly pattern: RegExp;
  readonly behind?: readonly State[];
  readonly leaves?: State;
  readonly holds?: (text: string) => boolean;
}

function piece(
  source: string,
  at: number,
  state: State,
): { readonly length: number; readonly leaves: State | undefined } | undefined {
  for (const { pattern, behind, leaves, holds } of pieces) {
    if (behind?.includes(state) === false) continue;
    pattern.lastIndex = at;
    const found = pattern.exec(source)?.[0];
    if (found === undefined) continue;
    return holds?.(found) === false ? undefined : { length: found.length, leaves };
  }
  return undefined;
}

const words = wordSet(
  `print printf say sprintf else eq ne lt gt le ge cmp x for foreach next last redo my our
 length substr index rindex uc lc ucfirst lcfirst reverse join keys values each exists delete defined scalar push pop shift
 unshift splice sort map chomp chop abs int sqrt hex oct ord chr lc wantarray localtime gmtime time undef eof END BEGIN STDERR STDOUT`,
);

/** Text in which `$x` and `$F[0]` are interpolated, but nothing that runs: `@{[ ... ]}`, `$x[...]`, `(?{ ... })`. */
function isPlainText(text: string): boolean {
  const rest = text.replaceAll(/\\./gsu, ' ').replaceAll(/\$\w+(?:\[-?\d+\]|\{\$?\w+\})/gu, ' ');
  return !/[$@]\w*(?:[[{]|->)|[$@][${]|\(\?+[{?pP]/u.test(rest);
}

const behindValue: readonly State[] = ['value', 'brace'];
const atTerm: readonly State[] = ['term', 'word', 'brace'];

const pieces: readonly PieceKind[] = [
  { pattern: /\s+/uy },
  { pattern: /[;{(,!]|&&|\|\|/uy, leaves: 'term' },
  { pattern: /[?:]|=~|!~|\[|->(?=[[{])/uy, behind: behindValue, leaves: 'term' },
  { pattern: /[)\]]/uy, leaves: 'value' },
  { pattern: /\}/uy, leaves: 'brace' },
  // Upper-case names of the language hold the next input, or the environment.
  {
    pattern: /(?:\$#F|[$@%](?:F|[a-z_]\w*|_|[1-9]\d*))(?![\w:'])|\$[.&](?!\w)/uy,
    behind: atTerm,
    leaves: 'value',
  },
  { pattern: /\d+(?:\.\d+)?(?!\w|\.(?!\.))|\.\d+(?!\w)/uy, behind: atTerm, leaves: 'value' },
  { pattern: /'(?:[^'\\]|\\.)*'/suy, behind: atTerm, leaves: 'value' },
  { pattern: /"(?:[^"\\]|\\.)*"/suy, behind: atTerm, leaves: 'value', holds: isPlainText },
  {
    pattern: /(?:s|tr|y)([/|#!,])(?:(?!\1)[^\\\n]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1[gimsxrcdn]*(?!\w)/uy,
    behind: atTerm,
    leaves: 'value',
    holds: isPlainText,
  },
  {
    pattern: /m\/(?:[^/\\\n]|\\.)+\/[gimsxon]*(?!\w)/uy,
    behind: atTerm,
    leaves: 'value',
    holds: isPlainText,
  },
  {
    pattern: /\/(?:[^/\\\n]|\\.)+\/[gimsxon]*(?!\w)/uy,
    behind: ['term'],
    leaves: 'value',
    holds: isPlainText,
  },
  { pattern: /\+\+|--|-(?=[\d$(])/uy, leaves: 'word' },
  {
    pattern: /(?:<=>|[=!]=|[<>]=|=>|\.\.|[-+*/.x|]?=|[-+.])(?![<>])/uy,
    behind: behindValue,
    leaves: 'term',
  },
  // `print $x /"/`: a slash divides if a blank follows it. `<$x>` reads a file, `*x` is a glob of a name that may be called.
  { pattern: /[/%*<>](?=\s)/uy, behind: ['value'], leaves: 'term' },
  { pattern: /(?:if|unless|elsif|and|or|not|while|until|split|grep|return)(?![\w:'])/uy, leaves: 'term' },
  { pattern: /[A-Za-z]\w*(?![\w:'])/uy, leaves: 'word', holds: (word) => words.has(word) },
];
