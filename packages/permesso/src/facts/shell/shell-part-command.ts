import type { World } from '../../world/world.ts';
import type { Effect, PathEffect } from '../effect.ts';
import type { Check, CommandSubject, Escalation, Part } from '../part.ts';
import type { Danger } from '../paths/protected.ts';
import { hostOf, hostText, readUrl } from '../urls/read-url.ts';
import type { UrlFact } from '../urls/url-fact.ts';
import type { Expanded } from './carriers.ts';
import { aliasesOf } from './shell-part-aliases.ts';
import { byBuiltin, passedOn, setHere } from './shell-part-environment.ts';
import { labelOf } from './shell-part-label.ts';
import { possibleTouches } from './shell-part-possible.ts';
import { isInside, isOwnPlace, isSocket, touchedPaths } from './shell-part-paths.ts';
import { reads } from './shell-part-redirection.ts';
import { bareRepository } from './shell-part-repository.ts';
import { straightWords } from './straight-words.ts';
import { literalOf } from './word.ts';
import type { Word } from './word.ts';

export interface Surroundings {
  readonly world: World;
  /** Why what runs anywhere in the text may not be what its name says. */
  readonly changed?: string;
  /** Directories that the text may turn into git repositories. */
  readonly repositories: readonly string[];
  /** What each command may turn into a link. */
  readonly made: ReadonlyMap<Expanded, readonly string[]>;
}

/** What one command would do, and what is proven about it. */
export function commandPart(command: Expanded, around: Surroundings): Part {
  if (command.words.length === 0) return assignmentPart(command);
  const { judgement } = command;
  const effects = effectsOf(command, around.world);
  const bare = judgement?.ownPlace === true ? bareAround(command, around) : undefined;
  const why = bare?.reason ?? unproven(command, around);
  const readOnly = why === undefined && (judgement?.does === 'reads' || command.definedHere === 'surely');
  const edits = why === undefined && judgement?.does === 'edits' && staysInside(command, effects, around);
  return {
    kind: 'shell',
    label: labelOf(command.words),
    span: command.span,
    subject: subjectOf(command, around),
    effects,
    readOnly,
    insideEdit: edits,
    check: bare === undefined ? checkOf(command, readOnly) : { outcome: 'safety', ...bare },
    doubts: doubtsOf(command, why),
  };
}

/** No rule about words says that this directory is a repository, or whose: `cd bare && git status` runs its programs. */
function bareAround({ place }: Expanded, { world, repositories }: Surroundings): Danger | undefined {
  const found = bareRepository(place, { world, made: repositories });
  if (found === undefined) return undefined;
  return {
    code: 'bare-repository',
    reason: `${found} may be a git repository made of plain files, whose configuration runs programs`,
  };
}

function checkOf(command: Expanded, readOnly: boolean): Check {
  if (readOnly) return { outcome: 'allow', reason: reasonOf(command) };
  if (!command.contained) return { outcome: 'pass' };
  return {
    outcome: 'allow',
    reason: `runs ${command.elsewhere ?? 'elsewhere'}: the rule for what starts it decides`,
  };
}

function reasonOf(command: Expanded): string {
  if (command.definedHere === 'surely')
    return 'a function of this text, whose commands are judged on their own';
  const carries = command.args?.command.carries;
  return carries === undefined ? 'read-only' : 'only runs what it carries, which is judged on its own';
}

/** Why neither read-only nor an edit can be proven, whatever the command does. */
function unproven(command: Expanded, { changed, world }: Surroundings): string | undefined {
  const name = command.words[0];
  if (name?.kind !== 'literal') return `the command is ${name?.kind === 'unknown' ? name.reason : 'missing'}`;
  if (command.elsewhere !== undefined) return `runs ${command.elsewhere}`;
  if (changed !== undefined) return changed;
  if (command.definedHere === 'perhaps') return `${name.text} may be a function of this text`;
  const [passed] = passedTo(command);
  if (passed !== undefined) return passed;
  if (command.definedHere === 'surely') return undefined;
  if (command.judgement === undefined) return `${name.text} is not a command that is known`;
  if (!command.found.proven) return `${name.text} is not the command of that name`;
  const set = byBuiltin(command);
  if (set !== undefined) return set;
  if (command.judgement.ownPlace && !isOwnPlace(command.place, world))
    return 'configuration found elsewhere can run programs';
  return undefined;
}

function doubtsOf({ judgement, words }: Expanded, why: string | undefined): readonly string[] {
  const name = words[0];
  if (name?.kind === 'unknown') return [`the command is ${name.reason}`];
  const doubt = why ?? judgement?.why;
  return doubt === undefined ? [] : [doubt];
}

function staysInside(command: Expanded, effects: readonly Effect[], { world, made }: Surroundings): boolean {
  const links = [...made].filter(([other]) => other !== command).flatMap(([, paths]) => paths);
  const files = effects.filter(isFile);
  const inside = files.every(({ kind, path }) => {
    if (!isInside(path, kind, world)) return false;
    const written = path.known ? path.written : (path.glob ?? '');
    return !links.some((link) => written.startsWith(`${link}/`));
  });
  return inside && files.length > 0;
}

function isFile(effect: Effect): effect is PathEffect {
  return effect.kind === 'read' || effect.kind === 'write' || effect.kind === 'delete';
}

/** `cd /tmp && ./test.sh`: a rule for `./test.sh` is about the one at home. */
function strangeFile({ words, place }: Expanded, world: World): string | undefined {
  const name = literalOf(words[0]) ?? '';
  if (!name.includes('/') || name.startsWith('/') || isOwnPlace(place, world)) return undefined;
  return 'a program of another directory';
}

function subjectOf(command: Expanded, { changed, world }: Surroundings): CommandSubject {
  const { words, judgement, chain } = command;
  const escalations: Escalation[] = [...(judgement?.escalations ?? [])];
  for (const why of passedTo(command)) escalations.push({ at: -1, why });
  if (changed !== undefined) escalations.push({ at: -1, why: changed });
  const strange = strangeFile(command, world);
  if (strange !== undefined) escalations.push({ at: -1, why: strange });
  const [nearest, ...outer] = chain;
  const straight = command.args === undefined ? undefined : straightWords(command.args);
  return {
    kind: 'command',
    words,
    aliases: aliasesOf(command),
    escalations,
    ...(straight === undefined ? {} : { straight: straight.words }),
    ...(nearest === undefined ? {} : { carriedBy: outer.length === 0 ? nearest : { ...nearest, outer } }),
  };
}

/** Why the variables before the command matter to it. */
function passedTo({ assignments }: Expanded): readonly string[] {
  if (assignments.length === 0) return nothing;
  return assignments.map(passedOn).filter((reason) => reason !== undefined);
}

const nothing: readonly string[] = [];

/** `X=1` alone: the shell's own variables. A subscript or a value that runs something is judged where it stands. */
function assignmentPart(command: Expanded): Part {
  const words = command.assignments.map(({ name, value, span }): Word => {
    const text = literalOf(value);
    if (text !== undefined) return { kind: 'literal', text: `${name}=${text}`, span };
    return {
      kind: 'unknown',
      reason: value.kind === 'unknown' ? value.reason : '',
      starts: `${name}=`,
      count: 'one',
      span,
    };
  });
  const changed = command.assignments
    .map(({ name, value }) => setHere(name, value))
    .find((reason) => reason !== undefined);
  const check: Check =
    changed === undefined
      ? { outcome: 'allow', reason: 'sets a variable of this shell' }
      : { outcome: 'pass' };
  return {
    kind: 'shell',
    label: labelOf(words),
    span: command.span,
    subject: {
      kind: 'command',
      words,
      aliases: [],
      escalations: changed === undefined ? [] : [{ at: -1, why: changed }],
    },
    effects: command.assignments.map(({ name, span }) => ({ kind: 'environment', what: name, span })),
    readOnly: changed === undefined,
    insideEdit: false,
    check,
    doubts: changed === undefined ? [] : [changed],
  };
}

/** Reads names and nothing in the files, unless it hands them to a command: `find -exec cat`. */
export function listsOnly({ args }: Expanded): boolean {
  return args?.command.lists === true && !args.options.some(({ until }) => until !== undefined);
}

function effectsOf(command: Expanded, world: World): readonly Effect[] {
  const { judgement, span } = command;
  const effects: Effect[] = [];
  if (!command.away) touched(command, world, effects);
  readByRedirection(command, world, effects);
  for (const effect of possibleTouches(command, world)) effects.push(effect);
  for (const { word, as } of judgement?.reaches ?? [])
    effects.push({ kind: 'network', url: urlOf(word, as), span: word.span });
  for (const { kind, what } of judgement?.also ?? [])
    effects.push(
      kind === 'network' ? { kind, url: { known: false, reason: what }, span } : { kind, what, span },
    );
  return effects;
}

function touched(command: Expanded, world: World, effects: Effect[]): void {
  // `find src` and `du` read names: what lies below is not read.
  const lists = listsOnly(command);
  for (const touch of command.judgement?.touches ?? []) {
    const named = lists && touch.access === 'read' ? { ...touch, recursive: false } : touch;
    for (const path of touchedPaths(named, command.place, world))
      effects.push({ kind: touch.access, path, span: touch.word.span });
  }
}

function readByRedirection({ redirections }: Expanded, world: World, effects: Effect[]): void {
  for (const redirection of redirections) {
    const { target, place, span } = redirection;
    if (!reads(redirection) || isSocket(target)) continue;
    for (const path of touchedPaths({ access: 'read', word: target }, place, world))
      effects.push({ kind: 'read', path, span });
  }
}

function urlOf(word: Word, as: 'url' | 'host' | 'remote'): UrlFact {
  const text = literalOf(word);
  if (text === undefined) return { known: false, reason: word.kind === 'unknown' ? word.reason : 'a word' };
  if (as !== 'host' && text.includes('://')) return readUrl(text);
  const host =
    as === 'remote'
      ? hostOf(text)
      : as === 'host'
        ? hostText(text.slice(text.lastIndexOf('@') + 1))
        : undefined;
  if (host !== undefined) return { known: true, scheme: 'ssh', host, port: '', path: '' };
  // curl and wget put `http://` before what has no scheme.
  return as === 'remote' ? { known: false, reason: `the remote ${text}` } : readUrl(`http://${text}`);
}
