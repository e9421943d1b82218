/** The variables that the source of a word makes visible. */
export interface PrintedVariables {
  /** Values that become part of the word. Undefined: the value of a variable that another one names. */
  readonly values: readonly (string | undefined)[];
  /** Values that only an error message shows: `${X:?$Y}`. */
  readonly messages: readonly (string | undefined)[];
}

/**
 * Every variable whose value the source of a word shows, at any depth: `${X:-$Y}`, `${!n}`, `$((Y))`. Not `${#Y}` and
 * `${Y:+set}`, which only show whether it is set, and nothing in `$(...)`, whose commands are judged separately. Single quotes
 * are not considered: the source may be of a text inside them, and a word that consists only of such text is known.
 */
export function variablesPrinted(source: string): PrintedVariables {
  const found = { values: [] as (string | undefined)[], messages: [] as (string | undefined)[] };
  scan({ source, at: 0, end: '', found, into: found.values, depth: 0 });
  return found;
}

interface Scan {
  readonly source: string;
  at: number;
  readonly end: '' | '}';
  readonly found: { readonly values: (string | undefined)[]; readonly messages: (string | undefined)[] };
  readonly into: (string | undefined)[];
  readonly depth: number;
}

const deepest = 32;

function scan(state: Scan): void {
  const { source, end } = state;
  while (state.at < source.length) {
    const letter = source[state.at];
    if (letter === end && end !== '') return;
    if (letter === '\\') state.at += 2;
    else if (letter === '`') state.at = after(source, '`', state.at + 1);
    else if (letter === '$') dollar(state);
    else state.at += 1;
  }
}

function after(source: string, mark: string, from: number): number {
  const found = source.indexOf(mark, from);
  return found === -1 ? source.length : found + 1;
}

function dollar(state: Scan): void {
  const { source, into } = state;
  const rest = source.slice(state.at + 1, state.at + 256);
  if (rest.startsWith('((')) arithmetic(state);
  else if (rest.startsWith('(')) state.at = closing(source, state.at + 2);
  else if (rest.startsWith('{')) braced(state);
  else {
    const name = /^[A-Za-z_]\w*/u.exec(rest)?.[0];
    if (name !== undefined) into.push(name);
    state.at += 1 + (name?.length ?? 0);
  }
}

/** A name stands for its value here, and a value that is not a number appears in the error message. */
function arithmetic(state: Scan): void {
  const end = closing(state.source, state.at + 2);
  const inside = state.source.slice(state.at + 3, end);
  for (const [name] of inside.matchAll(/[A-Za-z_]\w*/gu)) state.into.push(name);
  state.at = end;
}

/** The index after the bracket that closes the one before `from`. */
function closing(source: string, from: number): number {
  let open = 1;
  for (let at = from; at < source.length; at += 1) {
    const letter = source[at];
    if (letter === '\\') at += 1;
    else if (letter === "'") at = after(source, "'", at + 1) - 1;
    else if (letter === '(') open += 1;
    else if (letter === ')' && (open -= 1) === 0) return at + 1;
  }
  return source.length;
}

function braced(state: Scan): void {
  const { source, into, found, depth } = state;
  const head = /^\$\{([!#]?)(?:\([^)]*\))?(\w+|[^\w}])?/u.exec(source.slice(state.at, state.at + 256));
  const [whole = '${', mark = '', name = ''] = head ?? [];
  state.at += whole.length;
  const operator = /^:?[-+=?]|^[@*[#%/^,:]/u.exec(source.slice(state.at, state.at + 2))?.[0] ?? '';
  // `${!x[@]}` and `${!x*}` list keys and names; zsh follows a name with the flag P.
  const isIndirect = (mark === '!' && !/^[[@*]/u.test(operator)) || /\(\w*P/u.test(whole);
  if (isIndirect) into.push(undefined);
  else if (/^[A-Za-z_]/u.test(name) && mark === '' && !/^:?\+$/u.test(operator)) into.push(name);
  if (depth > deepest) {
    into.push(undefined);
    state.at = source.length;
    return;
  }
  const inner: Scan = {
    ...state,
    end: '}',
    into: /^:?\?$/u.test(operator) ? found.messages : into,
    depth: depth + 1,
  };
  scan(inner);
  state.at = inner.at + 1;
}
