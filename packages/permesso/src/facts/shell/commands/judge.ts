import { literalOf } from '../word.ts';
import type { Word } from '../word.ts';
import { awkNature } from './awk-program.ts';
import type {
  Also,
  Arguments,
  Command,
  Does,
  Operand,
  Refinement,
  Role,
  Touch,
  UsedOption,
} from './model.ts';
import { namesIn } from './option-spec.ts';
import { sedNature, type ProgramNature } from './sed-program.ts';

/** What one argv of a known command does, before anybody asks where. */
export interface Judgement {
  readonly does: Does;
  /** Why it is not `reads` or `edits`, for a person. */
  readonly why: string | undefined;
  readonly escalations: readonly { readonly at: number; readonly why: string }[];
  readonly touches: readonly Touch[];
  readonly reaches: readonly { readonly word: Word; readonly as: 'url' | 'host' | 'remote' }[];
  readonly directories: readonly Word[];
  readonly variables: readonly Word[];
  readonly also: readonly Also[];
  /** Proves something only in a directory of one's own. */
  readonly ownPlace: boolean;
}

interface Draft {
  does: Does;
  why: string | undefined;
  readonly escalations: { at: number; why: string }[];
  readonly touches: Touch[];
  readonly reaches: { word: Word; as: 'url' | 'host' | 'remote' }[];
  readonly directories: Word[];
  readonly variables: Word[];
  readonly also: Also[];
  ownPlace: boolean;
}

export function judge(args: Arguments): Judgement {
  const row = args.command;
  const draft: Draft = {
    does: row.does,
    why: undefined,
    escalations: [],
    touches: [],
    reaches: [],
    directories: [],
    variables: [],
    also: [],
    ownPlace: false,
  };
  if (printsOnly(args)) {
    draft.does = 'reads';
    return draft;
  }
  for (const { also, place } of args.rows) {
    if (also !== undefined) draft.also.push(...also);
    if (place === 'own') draft.ownPlace = true;
  }
  if (args.strange !== undefined) act(draft, `${args.path.join(' ')} ${args.strange} is not known`);
  else if (row.subcommands !== undefined && args.operands.length === 0) bare(draft, row);
  judgeOptions(args, draft);
  judgeVague(args, draft);
  judgeOperands(args, draft);
  const refined = row.refine?.(args);
  if (refined !== undefined) refine(draft, refined);
  return draft;
}

function act(draft: Draft, why: string): void {
  draft.does = 'acts';
  draft.why ??= why;
}

function bare(draft: Draft, row: Command): void {
  draft.does = row.bare ?? 'acts';
}

/** `node --version`, `git stash --help`: nothing but the name, sub-commands and one word that only prints. */
function printsOnly(args: Arguments): boolean {
  const last = literalOf(args.words.at(-1));
  if (last === undefined || args.words.length !== args.path.length + 1 || args.words.length < 2) return false;
  return namesIn(args.command.prints ?? '--version --help').has(last);
}

function judgeOptions(args: Arguments, draft: Draft): void {
  for (const option of args.options) {
    if (writesNowhere(option)) continue;
    if (option.kind === 'escalating') {
      draft.escalations.push({ at: option.at, why: option.why ?? option.name });
      act(draft, `${option.name}: ${option.why ?? 'does something else'}`);
    } else if (option.kind === 'changing' && draft.does !== 'acts')
      act(draft, `${option.name} changes something`);
    if (option.role !== undefined && option.value !== undefined) {
      play(args, draft, { role: option.role, word: option.value, at: option.at });
    }
  }
  const stranger = args.strangers[0];
  if (stranger !== undefined && args.command.loose !== true && draft.does !== 'acts')
    act(draft, `option ${stranger.text} is not known`);
}

/** `curl -o /dev/null`: an option that writes what it is given is none that writes nothing. */
function writesNowhere({ role, value }: UsedOption): boolean {
  const text = literalOf(value) ?? '';
  if (role === 'output' && text === '-') return true;
  return (role === 'write' || role === 'output') && /^\/dev\/(?:null|stdout|stderr)$/.test(text);
}

function judgeVague(args: Arguments, draft: Draft): void {
  const first = args.vague[0];
  if (first === undefined || args.command.harmless === true) return;
  act(draft, `${reasonOf(args.words[first])} may be an option`);
  if (!mayEscalate(args)) return;
  for (const at of args.vague)
    draft.escalations.push({ at, why: 'may turn out to be an option that does more' });
}

function mayEscalate(args: Arguments): boolean {
  if (args.strange !== undefined && args.vague.length > 0) return true;
  return args.rows.some((row, index) => {
    const outer = index < args.rows.length - 1;
    if (outer && row.globals === 'before') return args.vague.some((at) => at < args.from);
    // `npm run test:$t` names a script before anything else that it may become.
    if (outer && args.vague.every((at) => beginsWithText(args.words[at]))) return false;
    return (row.escalating?.length ?? 0) > 0;
  });
}

function beginsWithText(word: Word | undefined): boolean {
  const first = word?.kind === 'unknown' ? word.pieces?.[0] : undefined;
  return first !== undefined && 'text' in first && first.text !== '' && !first.text.startsWith('-');
}

function reasonOf(word: Word | undefined): string {
  return word?.kind === 'unknown' ? word.reason : 'a word';
}

function judgeOperands(args: Arguments, draft: Draft): void {
  if (args.strange !== undefined || args.command.carries !== undefined) return;
  const roleAt = rolesOf(args);
  const { rest } = args.command.operands ?? {};
  let shaky = false;
  for (const [index, operand] of args.operands.entries()) {
    shaky ||= operand.word.kind === 'unknown' && operand.word.count === 'any';
    const named = roleAt(index);
    // An earlier word may become none or several, so a later one may stand in any place.
    const role = shaky && named === 'text' ? (rest ?? named) : named;
    if (role === undefined || (shaky && rest === undefined)) {
      act(draft, `operand ${literalOf(operand.word) ?? reasonOf(operand.word)} is not expected`);
    }
    if (role !== undefined) play(args, draft, { role, ...operand });
  }
}

/** What the operand at each place means, given the options that take the place of one. */
function rolesOf(args: Arguments): (index: number) => Role | undefined {
  const { first = [], rest, last, firstUnless, lastUnless } = args.command.operands ?? {};
  const has = (set: string | undefined): boolean =>
    set !== undefined && args.options.some(({ name }) => namesIn(set).has(name));
  const skip = has(firstUnless) ? 1 : 0;
  const total = args.operands.length;
  const ends = last !== undefined && !has(lastUnless) && total > first.length - skip + 1;
  return (index) => {
    if (ends && index === total - 1) return last;
    return index + skip < first.length ? first[index + skip] : rest;
  };
}

function play(args: Arguments, draft: Draft, part: Operand & { readonly role: Role }): void {
  const { role, word } = part;
  const touch = (access: Touch['access']): void => {
    draft.touches.push({ access, word, recursive: recursive(args) });
  };
  switch (role) {
    case 'text':
      return;
    case 'read':
      touch('read');
      return;
    case 'output':
      play(args, draft, { ...part, role: 'write' });
      return;
    case 'write':
    case 'delete':
      touch(role);
      // `uniq in out`: what is allowed as reading is not allowed as this.
      if (args.command.does === 'reads') {
        draft.escalations.push({ at: part.at, why: `${role}s a file` });
        act(draft, `${role}s ${literalOf(word) ?? reasonOf(word)}`);
      }
      return;
    case 'move':
      touch('read');
      touch('delete');
      return;
    case 'url':
    case 'host':
      draft.reaches.push({ word, as: role });
      act(draft, 'reaches the network');
      return;
    case 'remote-from':
    case 'remote-to':
      remote(args, draft, part);
      return;
    case 'directory':
      draft.directories.push(word);
      return;
    case 'variable':
      draft.variables.push(word);
      return;
    case 'program':
    case 'shell':
    case 'code':
      draft.also.push({ kind: 'execute', what: literalOf(word) ?? reasonOf(word) });
      act(draft, 'runs other code');
      return;
    case 'sed':
    case 'awk':
      scanned(draft, part);
  }
}

function recursive(args: Arguments): boolean {
  const { recursive: spec } = args.command;
  if (spec === undefined || spec === true) return spec === true;
  return args.options.some((option) => namesIn(spec).has(option.name));
}

/** `host:path` is elsewhere, unless a slash comes before the colon. */
function remote(args: Arguments, draft: Draft, part: Operand & { readonly role: Role }): void {
  const text = literalOf(part.word);
  // `ext::sh -c id` is a transport that is a command.
  if (text !== undefined && /^[\w+.-]+::/u.test(text))
    draft.escalations.push({ at: part.at, why: 'a transport that may run a command' });
  if (text === undefined || /^[^/]*:/u.test(text) || text.includes('://')) {
    draft.reaches.push({ word: part.word, as: 'remote' });
    act(draft, 'reaches the network');
  }
  if (text === undefined || !/^[^/]*:/u.test(text)) {
    play(args, draft, { ...part, role: part.role === 'remote-to' ? 'write' : 'read' });
  }
}

/** Program text is its own question: an allow rule on `sed` or `awk` does not cover one that writes or runs. */
function scanned(draft: Draft, part: Operand & { readonly role: Role }): void {
  const text = literalOf(part.word);
  const nature = text === undefined ? 'unclear' : part.role === 'sed' ? sedNature(text) : awkNature(text);
  if (nature === 'prints') return;
  const why = text === undefined ? `the program is ${reasonOf(part.word)}` : `the program ${says[nature]}`;
  act(draft, why);
  draft.escalations.push({ at: part.at, why });
  draft.also.push({ kind: 'execute', what: why });
  draft.touches.push(...filesIn(part, nature));
}

/** The files that a program names. Where one is put together at run time, it may be any. */
function filesIn({ word, role }: Operand & { readonly role: Role }, nature: ProgramNature): readonly Touch[] {
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
/** The file's name runs to the end of the line, so only a last command is surely read. */
const sedWrites = /[wW]\s{0,8}([^\s;}]{1,200})$/u;

const says = { writes: 'writes a file', runs: 'runs commands', unclear: 'is not surely harmless' } as const;

function refine(draft: Draft, refined: Refinement): void {
  draft.touches.push(...(refined.touches ?? []));
  draft.reaches.push(...(refined.reaches ?? []));
  draft.escalations.push(...(refined.escalations ?? []));
  if (refined.does === 'acts') {
    draft.does = 'acts';
    draft.why ??= refined.why;
  }
  if (refined.does !== undefined && refined.does !== 'acts' && draft.why === undefined)
    draft.does = refined.does;
}
