import { definedFields } from '../../../call/defined-fields.ts';
import type { Arguments, Carries, Operand, UsedOption } from '../model/model.ts';
import { optionNames } from '../model/option-spec.ts';
import type { Assignment, Redirection } from '../read/state/invocation.ts';
import { shellsNamed, type Shells } from '../read/shells/shell-set.ts';
import { literalOf, type NamesBelow, type UnknownWord, type Word } from '../read/words/word.ts';
import { namesBehind } from './names/names-found.ts';

/** Words or shell text that a carrier would run. An unknown name may be any command. */
export type Payload = CarrierContext & {
  readonly at: number;
  readonly assignments: readonly Assignment[];
} & (
    | { readonly kind: 'words'; readonly words: readonly Word[] }
    /** Without `shells` the shell is unknown: `ssh`, `watch`, an alias of git. */
    | { readonly kind: 'text'; readonly text: string; readonly shells?: Shells }
  );

export function carriedBy(
  args: Arguments,
  redirections: readonly Redirection[],
  /** The file names that a pipe passes to it, if that is its input. */
  given?: readonly NamesBelow[],
): readonly Payload[] {
  const payloads: Payload[] = [];
  byOptions(args, payloads);
  byMeaning(args, payloads, redirections);
  const { carries } = args.command;
  if (carries === undefined || prints(args) || uses(args, carries.unless)) return payloads;
  payloads.push(...byHow(args, carries, { redirections, given: handedOn(args, given) }));
  if (uses(args, carries.shellWith) && payloads.length === 0)
    payloads.push(anything(args, 'a shell of its own'));
  return payloads;
}

/** `rebase --exec TEXT`, `sort --compress-program x`. */
function byOptions(args: Arguments, payloads: Payload[]): void {
  for (const { role, value, at, kind } of args.options) {
    if (value === undefined) continue;
    if (role === 'shell') payloads.push(...shellText(args, value, at));
    else if (role === 'program' && kind === 'escalating' && !isVersion(value))
      payloads.push(words(args, [value], { at }));
  }
}

/** `uv venv --python 3.12` names a version, not a program. */
function isVersion(value: Word): boolean {
  return /^\d[\d.]*$/u.test(literalOf(value) ?? '');
}

function byMeaning(args: Arguments, payloads: Payload[], redirections: readonly Redirection[]): void {
  const means = args.rows[0]?.means;
  if (means === undefined) return;
  const here = redirections.findLast(({ operator }) => operator.startsWith('<<'));
  for (const meaning of means(args, here?.body ?? literalOf(here?.target))) {
    if ('shell' in meaning)
      payloads.push({ kind: 'text', text: meaning.shell, at: meaning.at, assignments: [] });
  }
}

function prints(args: Arguments): boolean {
  const last = literalOf(args.words.at(-1));
  return (
    args.words.length === args.path.length + 1 &&
    last !== undefined &&
    optionNames(args.command.prints ?? '--version --help').has(last)
  );
}

function byHow(args: Arguments, carries: Carries, { redirections, given }: CarrierInput): readonly Payload[] {
  switch (carries.how) {
    case 'argv':
      return argv(args, carries, given);
    case 'shell':
      return uses(args, carries.argvWith) ? argv(args, carries, given) : joined(args, carries);
    case 'text':
      return args.options.some(({ role }) => role === 'shell') || carries.bareRuns === undefined
        ? []
        : [anything(args, carries.bareRuns)];
    case 'exec':
      return args.options
        .filter(({ until }) => until !== undefined)
        .map((option) => execClause(args, option, given));
    case 'script':
      return script(args, redirections);
    case 'stdin':
      return fromStandardInput(args, redirections);
  }
}

interface CarrierInput {
  readonly redirections: readonly Redirection[];
  readonly given: readonly NamesBelow[] | undefined;
}

/** With another delimiter, or a file as input, the command does not receive the printed names. */
function handedOn(args: Arguments, given: CarrierInput['given']): CarrierInput['given'] {
  if (args.command.carries?.how === 'exec') return given;
  const plain = optionNames(
    '-0 --null -r -n -L -P -t -I -x --no-run-if-empty --max-args --max-procs --verbose',
  );
  const isPlain = args.strangers.length === 0 && args.options.every(({ name }) => plain.has(name));
  return isPlain ? given : undefined;
}

function uses(args: Arguments, spec: string | undefined): boolean {
  return spec !== undefined && args.options.some(({ name }) => optionNames(spec).has(name));
}

function unknownWord(args: Arguments, reason: string, rest: Partial<UnknownWord> = {}): UnknownWord {
  return {
    kind: 'unknown',
    reason,
    starts: '',
    count: 'one',
    span: args.words[0]?.span ?? { start: 0, end: 0 },
    ...rest,
  };
}

export interface CarrierContext {
  readonly elsewhere?: string;
  readonly contained?: boolean;
  readonly away?: boolean;
  /** Why it does not run in the carrier's directory. */
  readonly moves?: string;
}

function context(args: Arguments): CarrierContext {
  const { elsewhere, contained, away, here } = args.command.carries ?? {};
  const moved = args.options.some(({ role }) => role === 'directory');
  const moves = moved ? 'the carrier changes directory' : here === true ? undefined : elsewhere;
  return {
    ...definedFields({ elsewhere }),
    ...(contained === true ? { contained } : {}),
    ...(away === true ? { away } : {}),
    ...definedFields({ moves }),
  };
}

function words(
  args: Arguments,
  list: readonly Word[],
  where: { readonly at: number; readonly assignments?: readonly Assignment[] },
): Payload {
  return { kind: 'words', words: list, at: where.at, assignments: where.assignments ?? [], ...context(args) };
}

/** May run anything: for suspicion, never a proof. */
function anything(args: Arguments, reason: string): Payload {
  return words(args, [unknownWord(args, reason), unknownWord(args, reason, { count: 'any' })], {
    at: args.words.length,
  });
}

function shellText(args: Arguments, word: Word, at: number): readonly Payload[] {
  const text = literalOf(word);
  if (text !== undefined) return [{ kind: 'text', text, at, assignments: [], ...context(args) }];
  const start = word.kind === 'unknown' ? word.starts : '';
  const known: Payload[] =
    start.trim() === '' ? [] : [{ kind: 'text', text: start, at, assignments: [], ...context(args) }];
  return [...known, { ...anything(args, word.kind === 'unknown' ? word.reason : ''), at }];
}

function argv(args: Arguments, carries: Carries, given: CarrierInput['given']): readonly Payload[] {
  const { assignments, rest } = leading(args, carries);
  const [first, second] = rest;
  if (second !== undefined && carries.textAfter !== undefined) {
    if (optionNames(carries.textAfter).has(literalOf(first?.word) ?? ''))
      return shellText(args, second.word, second.at);
  }
  const split = args.options.find(
    ({ name, role }) => role === 'text' && (name === '-S' || name === '--split-string'),
  );
  const payloads: Payload[] = [];
  if (split !== undefined && carries.assignments === true) payloads.push(...splitString(args, split, rest));
  else if (first !== undefined) {
    payloads.push(
      words(args, filled(args, { carries, given }, args.words.slice(first.at)), {
        at: first.at,
        assignments,
      }),
    );
  } else if (carries.bareRuns !== undefined) payloads.push(anything(args, carries.bareRuns));
  const start = first?.at ?? args.words.length;
  if (payloads.length > 0 && isLost(args, start)) {
    payloads.push({ ...anything(args, 'a command behind an option that is not known'), at: start });
  }
  return payloads;
}

/** An option of unknown arity may hide where the command begins. */
function isLost(args: Arguments, start: number): boolean {
  return args.strangers.some(({ at }) => at < start) || args.vague.some((at) => at <= start);
}

/** The words before the command: fixed operands, and `NAME=VALUE` for `env` and `sudo`. */
function leading(
  args: Arguments,
  carries: Carries,
): { readonly assignments: readonly Assignment[]; readonly rest: readonly Operand[] } {
  const assignments: Assignment[] = [];
  let rest = args.operands.slice(carries.skip ?? 0);
  if (literalOf(rest[0]?.word) === '--') rest = rest.slice(1);
  if (carries.assignments !== true) return { assignments, rest };
  for (;;) {
    const word = rest[0]?.word;
    const text = word === undefined ? '' : word.kind === 'literal' ? word.text : word.starts;
    const equals = text.indexOf('=');
    if (word === undefined || equals < 1) break;
    const value: Word =
      word.kind === 'literal'
        ? { ...word, text: text.slice(equals + 1) }
        : { ...word, starts: text.slice(equals + 1) };
    assignments.push({ name: text.slice(0, equals), value, span: word.span });
    rest = rest.slice(1);
  }
  return { assignments, rest };
}

/** `env -S`: plain text is split at blanks; text with quotes, escapes or variables is not read. */
function splitString(args: Arguments, option: UsedOption, rest: readonly Operand[]): readonly Payload[] {
  const text = literalOf(option.value);
  const span = args.words[option.at]?.span ?? { start: 0, end: 0 };
  const more = rest[0] === undefined ? [] : args.words.slice(rest[0].at);
  if (text === undefined) return [{ ...anything(args, 'text that env splits'), at: option.at }];
  const parts = text.split(/\s+/u).filter((part) => part !== '');
  const list: Word[] = [...parts.map((part): Word => ({ kind: 'literal', text: part, span })), ...more];
  const plain = /^[\w\s./:=,@%+-]*$/u.test(text) && !/^\s*(?:-|\w+=)/u.test(text);
  const found = list.length > 0 ? [words(args, list, { at: option.at })] : [];
  return plain ? found : [...found, { ...anything(args, 'text that env splits'), at: option.at }];
}

/** The words with those that the carrier fills in or appends. */
function filled(
  args: Arguments,
  { carries, given }: { readonly carries: Carries; readonly given: CarrierInput['given'] },
  list: readonly Word[],
): readonly Word[] {
  const below = definedFields({ below: given });
  if (carries.appends !== true) return list;
  const replacing =
    carries.replaces === undefined
      ? undefined
      : args.options.find(({ name }) => optionNames(carries.replaces ?? '').has(name));
  if (replacing === undefined)
    return [...list, unknownWord(args, 'what it is given', { count: 'any', ...below })];
  return list.map((word) =>
    replaced(word, { mark: literalOf(replacing.value) ?? '{}', reason: 'what it is given', ...below }),
  );
}

/** A word with `{}` becomes unknown, and begins with the text before it. */
function replaced(
  word: Word,
  filler: {
    readonly mark: string;
    readonly reason: string;
    readonly start?: string;
    readonly below?: readonly NamesBelow[];
  },
): Word {
  const { mark, reason, start = '', below } = filler;
  if (word.kind !== 'literal' || mark === '') return word;
  const at = word.text.indexOf(mark);
  if (at === -1) return word;
  const starts = at === 0 ? start : word.text.slice(0, at);
  return {
    kind: 'unknown',
    reason,
    starts,
    count: 'one',
    span: word.span,
    ...definedFields({ below: below && namesIn(below, word.text, mark) }),
  };
}

function namesIn(
  below: readonly NamesBelow[],
  text: string,
  mark: string,
): readonly NamesBelow[] | undefined {
  if (text === mark) return below;
  const [before = '', after = '', ...more] = text.split(mark);
  return more.length === 0 ? namesBehind(below, { before, after }) : undefined;
}

/** Shell text made of several words, as `ssh` and `watch` join them. */
function joined(args: Arguments, carries: Carries): readonly Payload[] {
  const rest = args.operands.slice(carries.skip ?? 0);
  const first = rest[0];
  if (first === undefined) return carries.bareRuns === undefined ? [] : [anything(args, carries.bareRuns)];
  const end = rest.findIndex(({ word }) => /^:{3,4}\+?$/u.test(literalOf(word) ?? ''));
  const list = (end === -1 ? rest : rest.slice(0, end)).map(({ word }) => word);
  const loose = list.find((word) => word.kind === 'unknown');
  const text = list.map((word) => (word.kind === 'literal' ? word.text : word.starts)).join(' ');
  const payloads: Payload[] = [{ kind: 'text', text, at: first.at, assignments: [], ...context(args) }];
  const lost =
    loose !== undefined || args.strangers.length > 0 || carries.appends === true || args.vague.length > 0;
  if (lost)
    payloads.push({
      ...anything(args, loose?.kind === 'unknown' ? loose.reason : 'words that are filled in'),
      at: first.at,
    });
  return payloads;
}

/** `find . -exec rm {} ;`: each found path begins like the path that was searched. */
function execClause(args: Arguments, option: UsedOption, given: CarrierInput['given']): Payload {
  const roots = args.operands.map(({ word }) => literalOf(word)?.[0] ?? '');
  const start =
    roots.length === 0
      ? '.'
      : roots.every((each) => each === roots[0] && each !== '-')
        ? (roots[0] ?? '')
        : '';
  const list = args.words.slice(option.at + 1, option.until).map((word) =>
    replaced(word, {
      mark: '{}',
      reason: 'a path that is found',
      start: option.name.endsWith('dir') ? './' : start,
      ...(given === undefined || option.name.endsWith('dir') ? {} : { below: given }),
    }),
  );
  const payload = words(args, list.length === 0 ? [unknownWord(args, 'nothing')] : list, {
    at: option.at + 1,
  });
  return option.name.endsWith('dir') ? { ...payload, moves: 'in each directory found' } : payload;
}

/** Shells that this reading models. Text for any other shell is searched, but proves nothing. */
const bourne: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'rbash']);

function script(args: Arguments, redirections: readonly Redirection[]): readonly Payload[] {
  const name = args.path[0] ?? '';
  const first = args.operands[0];
  const named = shellsNamed(name);
  const foreign = {
    ...(bourne.has(name) ? {} : { elsewhere: `read by ${name}` }),
    ...definedFields({ shells: named }),
  };
  if (uses(args, '-c')) {
    if (first === undefined) return [anything(args, 'text that is not there')];
    const payloads: Payload[] = shellText(args, first.word, first.at).map((each) => ({
      ...each,
      ...foreign,
    }));
    const lost = args.strangers.length > 0 || args.vague.length > 0 || !bourne.has(name);
    return lost ? [...payloads, { ...anything(args, `text for ${name}`), at: first.at }] : payloads;
  }
  const stdin = first === undefined || uses(args, '-s') || literalOf(first.word) === '-';
  if (stdin) return fromStandardInput(args, redirections).map((each) => ({ ...each, ...foreign }));
  // A file is code that is not in the call; one that is created on the spot may contain anything.
  const file = literalOf(first.word);
  if (file === undefined || /^\/(?:dev|proc)\//u.test(file))
    return [anything(args, 'a script that is not known')];
  return [];
}

function fromStandardInput(args: Arguments, redirections: readonly Redirection[]): readonly Payload[] {
  const here = redirections.findLast(({ operator }) => operator === '<<<');
  const text = here === undefined ? undefined : literalOf(here.target);
  if (text === undefined) return [anything(args, 'commands from standard input')];
  return [{ kind: 'text', text, at: args.words.length, assignments: [], ...context(args) }];
}
