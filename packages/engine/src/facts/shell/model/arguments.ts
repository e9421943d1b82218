import { definedFields } from '../../../call/defined-fields.ts';
import type { UnknownWord, Word } from '../read/words/word.ts';
import type { Arguments, Command, Operand, UsedOption } from './model.ts';
import { optionTable, type OptionRow, type OptionTable } from './option-spec.ts';

/** Parses an argv the way the command would, as far as its row describes. Linear in the words. */
export function readArguments(command: Command, words: readonly Word[]): Arguments {
  const state: ArgumentState = {
    words,
    rows: [command],
    path: [baseName(words[0])],
    options: [],
    operands: [],
    strangers: [],
    vague: [],
    strange: undefined,
    from: 1,
    ended: false,
    at: 1,
  };
  while (state.at < words.length) readNext(state);
  const { rows } = state;
  return {
    command: rows.at(-1) ?? command,
    rows,
    path: state.path,
    words,
    options: state.options,
    operands: state.operands,
    strangers: state.strangers,
    vague: state.vague,
    strange: state.strange,
    from: state.from,
  };
}

function baseName(word: Word | undefined): string {
  return word?.kind === 'literal' ? word.text.slice(word.text.lastIndexOf('/') + 1) : '';
}

interface ArgumentState {
  readonly words: readonly Word[];
  readonly rows: Command[];
  readonly path: string[];
  readonly options: UsedOption[];
  readonly operands: Operand[];
  readonly strangers: { at: number; text: string }[];
  readonly vague: number[];
  strange: string | undefined;
  from: number;
  /** No more options can follow. */
  ended: boolean;
  at: number;
}

function readNext(state: ArgumentState): void {
  const word = state.words[state.at];
  if (word === undefined) return;
  if (state.ended) return operand(state, word, true);
  if (word.kind === 'unknown') return noteUnknownWord(state, word);
  const { text } = word;
  const row = state.rows.at(-1);
  if (row?.style === 'words') return wholeWord(state, text);
  if (text === '--') {
    state.at += 1;
    state.ended = true;
    return;
  }
  if (text.startsWith('--')) return long(state, text);
  if (text.length > 1 && text.startsWith('-')) return bundle(state, text, undefined);
  if (row?.plus === true && text.length > 1 && text.startsWith('+'))
    return bundle(state, `-${text.slice(1)}`, undefined);
  operand(state, word, false);
}

function operand(state: ArgumentState, word: Word, after: boolean): void {
  const at = state.at;
  state.at += 1;
  const row = state.rows.at(-1);
  if (row?.subcommands !== undefined && state.operands.length === 0 && state.strange === undefined) {
    const text = word.kind === 'literal' ? word.text : undefined;
    const next = text === undefined ? undefined : subcommand(row, text);
    if (next !== undefined) {
      state.rows.push(next);
      state.path.push(text ?? '');
      state.from = state.at;
      return;
    }
    state.strange = text ?? (word.kind === 'unknown' ? word.reason : '');
  }
  state.operands.push(after ? { word, at, after } : { word, at });
  if (row?.style === 'options-first') state.ended = true;
}

const subcommands = new WeakMap<Command, ReadonlyMap<string, Command>>();

/** By name; the first row with that name wins. */
function subcommand(row: Command, name: string): Command | undefined {
  const known = subcommands.get(row);
  if (known !== undefined) return known.get(name);
  const made = new Map<string, Command>();
  for (const sub of row.subcommands ?? []) {
    for (const each of sub.names) if (!made.has(each)) made.set(each, sub);
  }
  subcommands.set(row, made);
  return made.get(name);
}

/** An unknown word is an operand, and possibly an option as well. */
function noteUnknownWord(state: ArgumentState, word: UnknownWord): void {
  const { starts } = word;
  const isSetting = keepsItsName(word);
  if (isSetting && state.rows.at(-1)?.style === 'words') return wholeWord(state, starts);
  if (mayBeOption(word) && word.count === 'any' && !isSetting) state.vague.push(state.at);
  if (starts.startsWith('--') && starts.includes('=')) return long(state, starts);
  if (/^-[^-]/u.test(starts) && state.rows.at(-1)?.style !== 'words') return bundle(state, starts, word);
  if (mayBeOption(word) && state.vague.at(-1) !== state.at) state.vague.push(state.at);
  operand(state, word, false);
}

/** `-Dtest=Parser*`, `-ldflags="-X v=$(git describe)"`: every expansion begins with these letters, so it is this option. */
function keepsItsName({ reason, shape, starts }: UnknownWord): boolean {
  return (reason.startsWith('glob ') || shape !== undefined) && /^--?\w[^=]*=/u.test(starts);
}

function mayBeOption(word: Word | undefined): boolean {
  if (word?.kind === 'unknown' && word.below?.every(({ plain }) => plain) === true) return false;
  if (word?.kind === 'unknown' && word.natural !== undefined) return false;
  return word?.kind === 'unknown' && (word.starts === '' || word.starts.startsWith('-'));
}

function find(state: ArgumentState, name: string): OptionRow | undefined {
  return firstTable(state, (table) => table.exact.get(name));
}

/** The innermost row takes precedence, then its parents, if their options are allowed here. */
function firstTable<T>(state: ArgumentState, ask: (table: OptionTable) => T | undefined): T | undefined {
  const { rows } = state;
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index];
    if (row === undefined || (index < rows.length - 1 && row.globals === 'before')) return undefined;
    const found = ask(optionTable(row));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** GNU getopt accepts any unique abbreviation; the strictest candidate counts. */
function abbreviated(state: ArgumentState, name: string): OptionRow | undefined {
  if (name.length < 3) return undefined;
  const candidates: OptionRow[] = [];
  firstTable(state, (table) => {
    for (const candidate of table.long) {
      const row = candidate.startsWith(name) ? table.exact.get(candidate) : undefined;
      if (row !== undefined) candidates.push(row);
    }
  });
  let found: OptionRow | undefined;
  for (const row of candidates) {
    if (found === undefined || strictness(row) > strictness(found)) found = row;
    else if (strictness(row) === strictness(found) && row.takes !== found.takes) return undefined;
  }
  return found;
}

function strictness(row: OptionRow): number {
  return row.kind === 'escalating' ? 2 : row.kind === 'changing' ? 1 : 0;
}

function long(state: ArgumentState, text: string): void {
  const equals = text.indexOf('=');
  const name = equals === -1 ? text : text.slice(0, equals);
  const row = find(state, name) ?? abbreviated(state, name);
  const attached = equals === -1 ? undefined : attachedValue(state.words[state.at], text.slice(equals + 1));
  if (row === undefined || (attached !== undefined && row.takes === 'nothing'))
    return stranger(state, text, row);
  const at = state.at;
  state.at += 1;
  const value = attached ?? (row.takes === 'value' ? takeNext(state) : undefined);
  use(state, row, { at, value });
}

/** The next word as a value. `-n $X` may expand to several words, and the later ones may be options. */
function takeNext(state: ArgumentState): Word | undefined {
  const word = state.words[state.at];
  if (word === undefined) return undefined;
  if (mayBeOption(word) && word.kind === 'unknown' && word.count === 'any') state.vague.push(state.at);
  state.at += 1;
  return word;
}

function stranger(state: ArgumentState, text: string, row?: OptionRow): void {
  if (row?.kind === 'escalating') use(state, row, { at: state.at });
  state.strangers.push({ at: state.at, text });
  state.at += 1;
}

function use(
  state: ArgumentState,
  row: OptionRow,
  place: { readonly at: number; readonly value?: Word | undefined },
): void {
  const { name, kind, why, role } = row;
  state.options.push({ name, kind, why, role, value: place.value, at: place.at, until: undefined });
}

function bundle(state: ArgumentState, text: string, whole: UnknownWord | undefined): void {
  const at = state.at;
  const number =
    whole === undefined && /^-\d+$/.test(text) ? firstTable(state, (table) => table.number) : undefined;
  if (number !== undefined) {
    use(state, number, { at });
    state.at += 1;
    return;
  }
  state.at += 1;
  for (let index = 1; index < text.length; index += 1) {
    const row = find(state, `-${text[index] ?? ''}`);
    if (row === undefined) {
      state.strangers.push({ at, text });
      return;
    }
    if (row.takes === 'nothing') {
      use(state, row, { at });
      continue;
    }
    const rest = text.slice(index + 1);
    const attached = rest !== '' || whole !== undefined ? attachedValue(state.words[at], rest) : undefined;
    use(state, row, { at, value: attached ?? (row.takes === 'value' ? takeNext(state) : undefined) });
    return;
  }
  // `-n$X` with only flags before the variable: its value may be any option letter.
  if (whole !== undefined) state.vague.push(at);
}

/** A value attached to its option: the rest of the word, or of its known part. */
function attachedValue(word: Word | undefined, text: string): Word {
  if (word?.kind === 'unknown') {
    const { reason, starts, span } = word;
    const shape = word.shape?.slice(starts.length - text.length);
    return { kind: 'unknown', reason, starts: text, count: 'one', span, ...definedFields({ shape }) };
  }
  return { kind: 'literal', text, span: word?.span ?? { start: 0, end: 0 } };
}

/** Rows with style `words`: `find . -name x`, `terraform -chdir=x`. */
function wholeWord(state: ArgumentState, text: string): void {
  const equals = text.indexOf('=');
  const row = find(state, text) ?? (equals > 0 ? find(state, text.slice(0, equals)) : undefined);
  const at = state.at;
  if (row === undefined) {
    if (text.length > 1 && text.startsWith('-')) {
      if (text === '--') {
        state.ended = true;
        state.at += 1;
        return;
      }
      return stranger(state, text);
    }
    const word = state.words[at];
    if (word !== undefined) operand(state, word, false);
    return;
  }
  state.at += 1;
  if (row.role === 'program' && state.rows.at(-1)?.carries?.how === 'exec') return execClause(state, row, at);
  const attached = row.name === text ? undefined : attachedValue(state.words[at], text.slice(equals + 1));
  use(state, row, { at, value: attached ?? (row.takes === 'value' ? takeNext(state) : undefined) });
}

/** `-exec` takes everything up to `;`, or up to a `+` after `{}`. */
function execClause(state: ArgumentState, row: OptionRow, at: number): void {
  let end = state.at;
  for (; end < state.words.length; end += 1) {
    const word = state.words[end];
    // `"$X"` may be the `;` that ends the clause, so that the following words are find's own.
    if (word?.kind === 'unknown' && mayBeOption(word)) state.vague.push(end);
    if (word?.kind !== 'literal') continue;
    const before = state.words[end - 1];
    if (word.text === ';') break;
    if (word.text === '+' && before?.kind === 'literal' && before.text === '{}') break;
  }
  use(state, row, { at });
  const option = state.options.pop();
  if (option !== undefined) state.options.push({ ...option, until: end });
  if (end >= state.words.length) state.strangers.push({ at, text: row.name });
  state.at = end + 1;
}
