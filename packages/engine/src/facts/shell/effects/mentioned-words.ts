import type { Mentions } from '../../part.ts';
import type { Arguments, Role } from '../model/model.ts';
import { rowEffects } from '../model/row-effects.ts';
import type { RowWord } from '../model/row-fit.ts';
import { plainCodeIn } from '../programs/holds-program.ts';
import { literalOf, type Word } from '../read/words/word.ts';
import type { Expanded } from './carriers.ts';

/**
 * The words of a command that are not proven to be plain text: every word of an unknown program, and those words of a known one
 * about which its row states nothing certain. Known programs may run their words too: `cmake -E env rm b`, `yt-dlp --exec 'rm
 * b' u`. In a command that is proven to read or edit, all words are understood.
 */
export function mentionsOf(command: Expanded): Mentions | undefined {
  const { args, judgement, found, definedHere, place, away } = command;
  if (definedHere === 'surely') return undefined;
  const isKnown = args !== undefined && judgement !== undefined && found.proven;
  if (isKnown && (judgement.does !== 'acts' || judgement.inline !== undefined)) return undefined;
  // Such a program is known not to name anything.
  if (plainCodeIn(command) !== undefined) return undefined;
  const own = subcommandsOf(command.words);
  const words = (isKnown ? openWords(args) : allWords(command.words)).filter(({ word }) => !own.has(word));
  const fed = fedTo(command, isKnown);
  const said = [...words, ...givenTo(command, isKnown), ...fed.words]
    .map(({ word, role }) => ({ text: textOf(word), role }))
    .filter(({ text }) => text !== '');
  if (said.length === 0 && !fed.more) return undefined;
  return {
    texts: said.map(({ text }) => text),
    programs: said.filter(({ role }) => role !== 'argument').map(({ text }) => text),
    directories: away || 'unknown' in place ? [] : place.in,
    ...(fed.more ? { more: true } : {}),
  };
}

/** `bazel shutdown`: a word that the program's rows spell is its sub-command, not another program. */
function subcommandsOf([name, ...rest]: readonly Word[]): ReadonlySet<Word> {
  const program = literalOf(name) ?? '';
  const given = rest.map((word): RowWord => {
    const text = literalOf(word);
    return { text, starts: text ?? '', mayBeOption: text === undefined };
  });
  const { spelled, depth } = rowEffects(program.slice(program.lastIndexOf('/') + 1), given);
  return new Set(rest.slice(0, Math.max(0, depth)).filter((word) => spelled.has(literalOf(word) ?? '')));
}

interface OpenWord {
  readonly word: Word;
  readonly role?: Role | undefined;
}

/** Long options whose value is text for people in every program. */
const message = /^--(?:message|title|body|subject|description|comment|notes|reason)=.*\s/su;

function allWords(words: readonly Word[]): readonly OpenWord[] {
  const [name, ...rest] = words;
  // A file, or a complete line in one word: `bun exec 'rm b'`.
  const isMore = /[/\s]/u.test(literalOf(name) ?? '');
  return [...(isMore && name !== undefined ? [name] : []), ...rest]
    .filter((word) => !message.test(literalOf(word) ?? ''))
    .map((word) => ({ word }));
}

/** Roles in which a word has exactly one meaning. */
const settled: ReadonlySet<Role> = new Set([
  'read',
  'write',
  'output',
  'delete',
  'move',
  'image',
  'repository',
  'remote-from',
  'remote-to',
  'revision',
]);

/** `concat:a`, `@list`, `{a,b}`, `/ssh:host:/x`: file names with a special meaning in some programs. */
const notation = /[:@,={}[\]|*?]/u;

function isOpen({ word, role }: OpenWord): boolean {
  if (role === 'plain') return false;
  // Shell text is parsed as such; text that only sets variables may be another notation: `ansible -a src=a`.
  if (role === 'shell') return /^\s*\w+=/u.test(textOf(word));
  return role === undefined || !settled.has(role) || notation.test(textOf(word));
}

function openWords(args: Arguments): readonly OpenWord[] {
  const { command, options, operands, strangers, words } = args;
  const { first = [], rest } = command.operands ?? {};
  const carried = carriedWords(args);
  const isOwn = (at: number): boolean => at < carried.from || at > carried.to;
  const found: (OpenWord & { readonly at: number })[] = [];
  for (const { value, role, at, until } of options)
    if (value !== undefined && until === undefined) found.push({ word: value, role, at });
  const strange = new Set(strangers.map(({ at }) => at));
  // The word after an unknown option may be its value.
  for (const [index, { word, at }] of operands.entries())
    if (isOwn(at)) found.push({ word, role: strange.has(at - 1) ? undefined : (first[index] ?? rest), at });
  for (const { at } of strangers) {
    const word = words[at];
    if (word !== undefined && isOwn(at)) found.push({ word, at });
  }
  return found.filter(isOpen).sort((one, other) => one.at - other.at);
}

/** The words that a carrier runs, which are a separate part. `parallel cmd :::: FILE` reads the words that follow. */
function carriedWords({ command: { carries }, operands, options, words }: Arguments): {
  readonly from: number;
  readonly to: number;
} {
  const to = words.findIndex((word) => /^:{3,4}\+?$/u.test(literalOf(word) ?? ''));
  const takesText = carries?.how === 'script' && options.some(({ name }) => name === '-c');
  if (carries === undefined || carries.anywhere === true) return nothing;
  if (carries.how !== 'argv' && carries.how !== 'shell' && !takesText) return nothing;
  const isAssignment = (word: Word): boolean =>
    carries.assignments === true && /^[^=]+=/u.test(word.kind === 'literal' ? word.text : word.starts);
  const first = operands.slice(carries.skip ?? 0).find(({ word }) => !isAssignment(word));
  return { from: first?.at ?? Infinity, to: to === -1 ? Infinity : to };
}

const nothing = { from: Infinity, to: Infinity } as const;

/** The values of its variables, and its input. */
function givenTo({ assignments, redirections, args }: Expanded, isKnown: boolean): readonly OpenWord[] {
  const set = assignments.map(({ value }) => ({ word: value }));
  if (isKnown && args?.command.standardInput === 'plain') return set;
  const inputs = redirections.flatMap(({ operator, body, target, span }): readonly OpenWord[] => {
    if (!operator.startsWith('<<')) return [];
    return [{ word: body === undefined ? target : { kind: 'literal', text: body, span } }];
  });
  return [...set, ...inputs];
}

/** The words that the commands before the pipe print are its input, like a here-document. */
function fedTo(
  { fed, args }: Expanded,
  isKnown: boolean,
): { readonly words: readonly OpenWord[]; readonly more: boolean } {
  const words: OpenWord[] = [];
  const open = fed === undefined || (isKnown && args?.command.standardInput === 'plain') ? [] : [fed];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (words.length > mostFed) return { words, more: true };
    words.push(...next.words.map((word) => ({ word })));
    open.push(...next.before);
  }
  return { words, more: false };
}

/** A limit, because a long pipe may pass on any number of words. */
const mostFed = 1000;

/** An unknown value becomes `*`: it may be anything. */
function textOf(word: Word): string {
  if (word.kind === 'literal') return word.text;
  if (word.reason.startsWith('glob ')) return word.reason.slice('glob '.length);
  // `foo "$(echo rm b)"`.
  if (/^\s*(?:echo|printf)\s/u.test(word.printed ?? '')) return word.printed ?? '';
  return word.pieces?.map((piece) => ('text' in piece ? piece.text : '*')).join('') ?? word.starts;
}
