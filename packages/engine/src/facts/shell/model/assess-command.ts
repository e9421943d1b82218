import { literalOf, type Word } from '../read/words/word.ts';
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
import { optionNames } from './option-spec.ts';
import { isListing, printsOnly } from './listing-lines.ts';
import { revisionPaths } from './revision-path.ts';
import { filesInProgram } from './files-in-program.ts';
import { sedNature } from './sed-program.ts';
import { isTame, writesNowhere } from './tame-option.ts';

/** What one argv of a known command does, independent of its directory. */
export interface Assessment {
  readonly does: Does;
  /** Why it is not `reads` or `edits`, for display. */
  readonly why: string | undefined;
  readonly escalations: readonly { readonly at: number; readonly why: string }[];
  readonly touches: readonly Touch[];
  readonly reaches: readonly { readonly word: Word; readonly as: 'url' | 'host' | 'remote' }[];
  readonly directories: readonly Word[];
  readonly variables: readonly Word[];
  readonly also: readonly Also[];
  /** It prints its help or version and ends. */
  readonly prints?: true;
  /** Proves something only in a directory of the user's own. */
  readonly ownPlace: boolean;
  /** A program in the call that was read completely, and whether it also loads code of the project or its packages. */
  readonly inline?: { readonly loads: boolean };
  /** Proven only to query the hosts it names, or to send them something as well. */
  readonly fetches?: 'asks' | 'sends';
}

interface Draft {
  does: Does;
  /** Whether it acts for any reason other than reaching a host. */
  actsHere: boolean;
  why: string | undefined;
  readonly escalations: { at: number; why: string }[];
  readonly touches: Touch[];
  readonly reaches: { word: Word; as: 'url' | 'host' | 'remote' }[];
  readonly directories: Word[];
  readonly variables: Word[];
  readonly also: Also[];
  ownPlace: boolean;
}

export function assessCommand(args: Arguments, given?: string): Assessment {
  const row = args.command;
  const draft: Draft = {
    does: row.does,
    actsHere: false,
    why: undefined,
    escalations: [],
    touches: [],
    reaches: [],
    directories: [],
    variables: [],
    also: [],
    ownPlace: false,
  };
  if (printsOnly(args)) return { ...draft, does: 'reads', prints: true };
  if (isListing(args)) return { ...draft, does: 'reads' };
  for (const { also, place } of args.rows) {
    if (also !== undefined) draft.also.push(...also);
    if (place === 'own') draft.ownPlace = true;
  }
  if (args.strange !== undefined) act(draft, `${args.path.join(' ')} ${args.strange} is not known`);
  else if (row.subcommands !== undefined && args.operands.length === 0) bare(draft, row);
  judgeOptions(args, draft);
  judgeVague(args, draft);
  judgeOperands(args, draft);
  judgeListed(args, draft);
  const fed = given === undefined ? undefined : row.fed?.(args, given);
  for (const refined of [row.refine?.(args, given), fed]) if (refined !== undefined) refine(draft, refined);
  const fetches = fetchOf(args, draft);
  return fetches === undefined ? draft : { ...draft, fetches };
}

function act(draft: Draft, why: string): void {
  draft.does = 'acts';
  draft.actsHere = true;
  draft.why ??= why;
}

function addReach(draft: Draft, word: Word, as: 'url' | 'host' | 'remote'): void {
  draft.reaches.push({ word, as });
  draft.does = 'acts';
  draft.why ??= 'reaches the network';
}

/** A word that is not understood may be an option that writes, or another address. */
function fetchOf(args: Arguments, draft: Draft): Assessment['fetches'] {
  const { fetches } = args.command;
  if (fetches === undefined || draft.actsHere || draft.reaches.length === 0) return undefined;
  const saves = optionNames(args.command.outputs ?? '');
  const saving = new Set(args.options.filter(({ name }) => saves.has(name)).map(({ at }) => at));
  const isUnclear = draft.escalations.some(({ at }) => !saving.has(at));
  if (args.strangers.length > 0 || args.vague.length > 0 || isUnclear) return undefined;
  const sends = optionNames(fetches.sends);
  return args.options.some(({ name }) => sends.has(name)) ? 'sends' : 'asks';
}

function bare(draft: Draft, row: Command): void {
  draft.does = row.bare ?? 'acts';
}

function judgeOptions(args: Arguments, draft: Draft): void {
  for (const option of args.options) {
    if (writesNowhere(option) || isTame(args, option) || isOutput(args, draft, option)) continue;
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

/** `sort -o a a`: an edit of that file. Records it if the option is an output. */
function isOutput({ command }: Arguments, draft: Draft, { name, role, value, at, why }: UsedOption): boolean {
  const isMissing = value === undefined && role !== undefined;
  if (isMissing || !optionNames(command.outputs ?? '').has(name)) return false;
  if (value !== undefined) draft.touches.push({ access: 'write', word: value });
  draft.escalations.push({ at, why: why ?? name });
  if (draft.does === 'reads') draft.does = 'edits';
  return true;
}

function judgeVague(args: Arguments, draft: Draft): void {
  const first = args.vague[0];
  if (first === undefined || args.command.harmless === true) return;
  act(draft, `${wordReason(args.words[first])} may be an option`);
  if (!mayEscalate(args)) return;
  for (const at of args.vague)
    draft.escalations.push({ at, why: 'may turn out to be an option that does more' });
}

function mayEscalate(args: Arguments): boolean {
  if (args.strange !== undefined && args.vague.length > 0) return true;
  return args.rows.some((row, index) => {
    const outer = index < args.rows.length - 1;
    if (outer && row.globals === 'before') return args.vague.some((at) => at < args.from);
    // `npm run test:$t`: whatever its value, the word is the name of a script.
    if (outer && args.vague.every((at) => beginsWithText(args.words[at]))) return false;
    return (row.escalating?.length ?? 0) > 0;
  });
}

function beginsWithText(word: Word | undefined): boolean {
  const first = word?.kind === 'unknown' ? word.pieces?.[0] : undefined;
  return first !== undefined && 'text' in first && first.text !== '' && !first.text.startsWith('-');
}

function wordReason(word: Word | undefined): string {
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
    // An earlier word may become none or several, so a later one may have any position.
    const role = shaky && named === 'text' ? (rest ?? named) : named;
    if (role === undefined || (shaky && rest === undefined)) {
      act(draft, `operand ${literalOf(operand.word) ?? wordReason(operand.word)} is not expected`);
    }
    if (role !== undefined) play(args, draft, { role, ...operand, word: fileWord(args, role, operand.word) });
  }
  impliedOperand(args, draft);
}

/** `truncate -`: for commands that change files a dash is a name, perhaps a link's; elsewhere standard input or output. */
function fileWord({ command }: Arguments, role: Role, word: Word): Word {
  const isName = command.does === 'edits' && (role === 'write' || role === 'delete');
  return isName && word.kind === 'literal' && word.text === '-' ? { ...word, text: './-' } : word;
}

function judgeListed({ rows, options, words }: Arguments, draft: Draft): void {
  const sets = rows.flatMap(({ listed }) => (listed === undefined ? [] : [optionNames(listed)]));
  const option = options.find(({ name }) => sets.some((set) => set.has(name)));
  const span = option === undefined ? undefined : words[option.at]?.span;
  if (span === undefined) return;
  const word: Word = { kind: 'unknown', reason: 'a name in a list', starts: '', count: 'any', span };
  draft.touches.push({ access: 'read', word });
}

/** `grep -r KEY`, `rg KEY`, `ls`: without a path, the current directory. */
function impliedOperand(args: Arguments, draft: Draft): void {
  const { first = [], rest, implied, impliedWith, firstUnless } = args.command.operands ?? {};
  const has = (set: string): boolean => args.options.some(({ name }) => optionNames(set).has(name));
  if (implied === undefined || rest === undefined) return;
  const taken = firstUnless !== undefined && has(firstUnless) ? 1 : 0;
  if (args.operands.length > first.length - taken) return;
  if (impliedWith !== undefined && !has(impliedWith)) return;
  const span = args.words[0]?.span ?? { start: 0, end: 0 };
  play(args, draft, { role: rest, word: { kind: 'literal', text: implied, span }, at: args.words.length });
}

/** The role of the operand at each index, considering options that replace an operand. */
function rolesOf(args: Arguments): (index: number) => Role | undefined {
  const { first = [], rest, last, firstUnless, lastUnless } = args.command.operands ?? {};
  const has = (set: string | undefined): boolean =>
    set !== undefined && args.options.some(({ name }) => optionNames(set).has(name));
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
    case 'plain':
    case 'argument':
    case 'task':
    case 'sql':
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
      // `uniq in out`: a rule that allows reading does not allow this.
      if (args.command.does === 'reads') {
        draft.escalations.push({ at: part.at, why: `${role}s a file` });
        act(draft, `${role}s ${literalOf(word) ?? wordReason(word)}`);
      }
      return;
    case 'source':
      source(args, draft, part);
      return;
    case 'field':
      if (literalOf(word)?.includes('=@') === true)
        draft.touches.push({ access: 'read', word: behind(word, '=@') });
      return;
    case 'revision':
      // `git show $(git rev-parse HEAD)`: a commit, not a file.
      if (word.kind === 'unknown' && word.natural === 'commit') return;
      draft.touches.push(
        ...revisionPaths(word).map((path): Touch => ({ access: 'read', word: path, recursive: true })),
      );
      return;
    case 'image':
    case 'repository':
      namedHost(draft, part);
      return;
    case 'move':
      touch('read');
      draft.touches.push({ access: 'delete', word, recursive: recursive(args), moved: true });
      return;
    case 'url':
    case 'host':
      addReach(draft, word, role);
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
      draft.also.push({ kind: 'execute', what: literalOf(word) ?? wordReason(word) });
      act(draft, 'runs unknown code');
      return;
    case 'sed':
    case 'awk':
      scanned(draft, part);
  }
}

/** The word after the first occurrence of the mark, or the whole word. */
function behind(word: Word, mark: string): Word {
  const text = literalOf(word);
  if (text === undefined || !text.includes(mark)) return word;
  return { kind: 'literal', text: text.slice(text.indexOf(mark) + mark.length), span: word.span };
}

/** A scheme, `git@host:`, or a name with a dot before the first slash, as kustomize accepts. */
const fetched = /^(?:[a-z][a-z\d+.-]*:|[\w.-]+@[\w.-]+:|(?:[\w-]+\.)+[a-z]{2,}\/)/iu;

function source(args: Arguments, draft: Draft, part: Operand & { readonly role: Role }): void {
  const text = literalOf(part.word);
  if (text !== undefined && !fetched.test(text)) return play(args, draft, { ...part, role: 'read' });
  if (text === undefined) play(args, draft, { ...part, role: 'read' });
  draft.escalations.push({ at: part.at, why: 'fetches what it names' });
  draft.reaches.push({ word: part.word, as: 'url' });
  act(draft, 'reaches the network');
}

/** The host in `HOST/x` of an image or a repository. Without one it goes to the program's default host. */
function namedHost(draft: Draft, { word, at, role }: Operand & { readonly role: Role }): void {
  const text = literalOf(word);
  const first = text?.replace(/^[a-z-]+:\/\//u, '').split('/')[0] ?? '';
  const isHost =
    role === 'image'
      ? text?.includes('/') === true && /[.:]|^localhost$/u.test(first)
      : (text?.split('/').length ?? 0) > 2 && !/^(?:www\.)?git(?:hub|lab)\.com$/iu.test(first);
  if (text !== undefined && !isHost) return;
  draft.reaches.push({
    word: text === undefined ? word : { kind: 'literal', text: first, span: word.span },
    as: 'host',
  });
  draft.escalations.push({ at, why: 'goes to the host that it names' });
  act(draft, 'reaches the network');
}

function recursive(args: Arguments): boolean {
  const { recursive: spec } = args.command;
  if (spec === undefined || spec === true) return spec === true;
  return args.options.some((option) => optionNames(spec).has(option.name));
}

/** `host:path` is remote, unless a slash precedes the colon. */
function remote(args: Arguments, draft: Draft, part: Operand & { readonly role: Role }): void {
  const text = literalOf(part.word);
  // `ext::sh -c id` is a transport that runs a command.
  if (text !== undefined && /^[\w+.-]+::/u.test(text))
    draft.escalations.push({ at: part.at, why: 'a transport that may run a command' });
  if (text === undefined || /^[^/]*:/u.test(text) || text.includes('://')) {
    addReach(draft, part.word, 'remote');
  }
  if (text === undefined || !/^[^/]*:/u.test(text)) {
    play(args, draft, { ...part, role: part.role === 'remote-to' ? 'write' : 'read' });
  }
}

/** Program text is judged separately: an allow rule on `sed` or `awk` does not cover a program that writes or runs commands. */
function scanned(draft: Draft, part: Operand & { readonly role: Role }): void {
  const text = literalOf(part.word);
  const nature = text === undefined ? 'unclear' : part.role === 'sed' ? sedNature(text) : awkNature(text);
  if (nature === 'prints') return;
  const why = text === undefined ? `the program is ${wordReason(part.word)}` : `the program ${says[nature]}`;
  act(draft, why);
  draft.escalations.push({ at: part.at, why });
  draft.also.push({ kind: 'execute', what: why });
  draft.touches.push(...filesInProgram(part, nature));
}

const says = { writes: 'writes a file', runs: 'runs commands', unclear: 'is not surely harmless' } as const;

function refine(draft: Draft, refined: Refinement): void {
  draft.touches.push(...(refined.touches ?? []));
  draft.reaches.push(...(refined.reaches ?? []));
  draft.escalations.push(...(refined.escalations ?? []));
  if (refined.does === 'acts') {
    draft.does = 'acts';
    draft.actsHere = true;
    draft.why ??= refined.why;
  }
  if (refined.does !== undefined && refined.does !== 'acts' && draft.why === undefined)
    draft.does = refined.does;
}
