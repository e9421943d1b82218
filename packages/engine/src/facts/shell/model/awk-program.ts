import { awkTokens } from './awk-tokens.ts';
import type { ProgramNature } from './sed-program.ts';

/**
 * What an awk program may do besides printing. `system()`, `| "sh"`, `print > file`, `getline < file`, `@load` and
 * changes of `ARGV` are the ways out; anything the tokens do not settle is `unclear`.
 */
export function awkNature(text: string): ProgramNature {
  const tokens = awkTokens(text);
  if (tokens === undefined) return 'unclear';
  const state: AwkState = { depth: 0, printing: undefined, last: '' };
  for (const token of tokens) {
    const nature = stepAwk(state, token);
    if (nature !== undefined) return nature;
    state.last = token;
  }
  return 'prints';
}

interface AwkState {
  depth: number;
  /** The parenthesis depth of the `print` in the current statement. */
  printing: number | undefined;
  last: string;
}

const ways: ReadonlyMap<string, ProgramNature> = new Map([
  ['|', 'runs'],
  ['|&', 'runs'],
  ['system', 'runs'],
  ['>>', 'writes'],
  ...['getline', 'ARGV', 'ARGC', '@', 'PROCINFO', 'SYMTAB', 'FUNCTAB'].map(
    (name) => [name, 'unclear'] as const,
  ),
]);

function stepAwk(state: AwkState, token: string): ProgramNature | undefined {
  const way = ways.get(token);
  if (way !== undefined) return way;
  if (token === '(' || token === '[') state.depth += 1;
  else if (token === ')' || token === ']') state.depth -= 1;
  else if (token === 'print' || token === 'printf') state.printing = state.depth;
  else if (endsStatement(token, state.last)) state.printing = undefined;
  else if (token === '>' && state.printing !== undefined && state.depth <= state.printing) return 'writes';
  return undefined;
}

/** A line break ends only a complete statement: `print a,` continues. */
function endsStatement(token: string, last: string): boolean {
  if (token === '\n') return /^(?:[\w.]+|["/)\]}]|\+\+|--)$/u.test(last);
  return token === ';' || token === '{' || token === '}';
}
