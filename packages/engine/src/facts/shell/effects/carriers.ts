import { definedFields } from '../../../call/defined-fields.ts';
import type { World } from '../../../world/world.ts';
import { normalisePath } from '../../paths/normalise.ts';
import type { Span } from '../../../call/span.ts';
import { readArguments } from '../model/arguments.ts';
import { findCommand, type FoundCommand } from '../model/find-command.ts';
import { commandInVariable } from '../model/program-values.ts';
import { assessCommand, type Assessment } from '../model/assess-command.ts';
import type { Arguments } from '../model/model.ts';
import { carriedBy } from './carrier-payload.ts';
import { asOneWord, counterVariables } from './counters.ts';
import { newBudget, spend, tooMuchAgain, type Budget } from '../read/state/budget.ts';
import type {
  Assignment,
  Doubt,
  FedWords,
  Invocation,
  Redirection,
  ShellReading,
} from '../read/state/invocation.ts';
import { readShellText } from '../read/read-shell.ts';
import { directoryOption } from './directory-option.ts';
import { groundWords, groundWord, workingPlaceOf, type WorkingPlace } from './working-place.ts';
import { variablesSetIn } from './variables.ts';
import { EVERY_SHELL, type Shells } from '../read/shells/shell-set.ts';
import { literalOf, type NamesBelow, type Word } from '../read/words/word.ts';
import { givenText } from './given-text.ts';
import { stripNeutralOptions } from './strip-neutral-options.ts';
import { holdsProgram } from '../programs/holds-program.ts';
import { inlineProgram, withoutProgram, type ProgramText } from '../programs/inline-program.ts';
import { startedWords } from './names/respelled-name.ts';
import { namesExecuted, namesFound } from './names/names-found.ts';
import { keepsNamesPlain, namesPlainly, nameValues, takesNames, withNames } from './names/names-printed.ts';

/** A command that may run, how it is reached, and what the model knows about it. */
export interface Expanded {
  readonly words: readonly Word[];
  readonly assignments: readonly Assignment[];
  readonly redirections: readonly PlacedRedirection[];
  readonly place: WorkingPlace;
  readonly definedHere: 'surely' | 'perhaps' | undefined;
  readonly found: FoundCommand;
  readonly args: Arguments | undefined;
  readonly judgement: Assessment | undefined;
  /** Argvs of the carriers, nearest first, each with the index at which this command begins. */
  readonly chain: readonly Carrying[];
  /** Why nothing is proven about it: it runs as another user, elsewhere, or under another name. */
  readonly elsewhere: string | undefined;
  /** It can reach this machine only through what its carrier was given. */
  readonly contained: boolean;
  /** Its carrier was read together with it, and both only query: `docker exec db psql -c 'select 1'`. */
  readonly onlyAsks?: true;
  /** The files that it names are not on this machine. */
  readonly away: boolean;
  /** The index of its text: variables set there apply to it. */
  readonly text: number;
  /** The file names that the preceding pipe prints, if that is its output. */
  readonly given?: readonly NamesBelow[];
  readonly fed?: FedWords;
  readonly span: Span;
}

export interface Carrying {
  readonly words: readonly Word[];
  readonly at: number;
  /** The same without neutral options. */
  readonly straight?: { readonly words: readonly Word[]; readonly at: number };
}

export interface PlacedRedirection extends Redirection {
  readonly place: WorkingPlace;
}

export interface Expansion {
  readonly commands: readonly Expanded[];
  readonly redirections: readonly PlacedRedirection[];
  readonly doubts: readonly Doubt[];
  /** Variables that each text sets without a command: loops, arithmetic, `${X:=y}`. */
  readonly sets: readonly ReadonlySet<string>[];
}

/** The context that a nested text or command inherits. */
export interface Around {
  readonly place: WorkingPlace;
  readonly chain: readonly Carrying[];
  readonly elsewhere: string | undefined;
  readonly contained: boolean;
  readonly onlyAsks?: true;
  readonly away: boolean;
  readonly assignments: readonly Assignment[];
  /** The span of the word that contains the nested text, since spans within it mean nothing outside. */
  readonly span: Span | undefined;
  readonly depth: number;
  readonly text: number;
  /** Nothing runs concurrently that could change what it finds. */
  readonly alone: boolean;
  readonly fed?: FedWords;
  readonly shells: Shells;
}

const DEEPEST = 16;
const MOST = 4_000;

interface Walk {
  readonly world: World;
  readonly commands: Expanded[];
  readonly redirections: PlacedRedirection[];
  readonly doubts: Doubt[];
  readonly sets: ReadonlySet<string>[];
  readonly budget: Budget;
  readonly source: string;
  /** Nothing in the text runs repeatedly or out of order. */
  readonly inOrder: boolean;
  /** How many commands and redirections have been checked so far, and whether all create only plain file names. */
  readonly names: { commands: number; redirections: number; arePlain: boolean };
}

/** Constructs whose bodies run repeatedly or later. */
export const outOfOrder: RegExp = /\b(?:for|while|until|select|function|trap)\b|\(\s*\)/u;

/** Every command of a text and what those carry, recursively, per reading of the shells. Too deep or too many is a doubt. */
export function expandText(
  text: string,
  world: World,
  shells: Shells,
): readonly [Expansion, ...(readonly Expansion[])] {
  const expand = (reading: ShellReading): Expansion => {
    const walk: Walk = {
      world,
      commands: [],
      redirections: [],
      doubts: [],
      sets: [],
      budget: newBudget(),
      source: text,
      inOrder: !outOfOrder.test(text),
      names: { commands: 0, redirections: 0, arePlain: true },
    };
    const around: Around = {
      place: { in: [normalisePath(world.cwd)] },
      chain: [],
      elsewhere: undefined,
      contained: false,
      away: false,
      assignments: [],
      span: undefined,
      depth: 0,
      text: 0,
      alone: true,
      shells,
    };
    expandReading(walk, { text, reading, around });
    return walk;
  };
  const [first, ...others] = readShellText(text, shells);
  return [expand(first), ...others.map(expand)];
}

function expandReadings(walk: Walk, text: string, around: Around): void {
  for (const reading of readShellText(text, around.shells)) expandReading(walk, { text, reading, around });
}

function expandReading(
  walk: Walk,
  {
    text,
    reading,
    around,
  }: { readonly text: string; readonly reading: ShellReading; readonly around: Around },
): void {
  const inner: Around = walk.sets.length === around.text ? around : { ...around, text: walk.sets.length };
  walk.sets.push(variablesSetIn(text));
  for (const doubt of reading.doubts) walk.doubts.push({ ...doubt, span: around.span ?? doubt.span });
  for (const redirection of reading.redirections) walk.redirections.push(placed(walk, redirection, inner));
  const counters = counterVariables(reading.invocations);
  const named = nameValues(reading, walk.world, around);
  const nested = { ...inner, alone: around.alone && reading.invocations.length === 1 };
  for (const invocation of reading.invocations) {
    const place = workingPlaceOf(invocation.directory, inner.place, walk.world);
    const known = withNames(invocation, (word) => named(word, place));
    expandInvocation(walk, counters.size === 0 ? known : counted(known, counters), nested);
  }
}

function counted(invocation: Invocation, counters: ReadonlySet<string>): Invocation {
  return { ...invocation, words: invocation.words.map((word) => asOneWord(word, counters)) };
}

function placed(walk: Walk, redirection: Redirection, around: Around): PlacedRedirection {
  const place = workingPlaceOf(redirection.directory, around.place, walk.world);
  const target = groundWord(redirection.target, place, walk.world);
  return { ...redirection, target, place, span: around.span ?? redirection.span };
}

function expandInvocation(walk: Walk, invocation: Invocation, around: Around): void {
  const place = workingPlaceOf(invocation.directory, around.place, walk.world);
  const words = groundWords(invocation.words, { place, span: around.span, world: walk.world });
  const redirections = invocation.redirections.map((each) => placed(walk, each, around));
  expandWords(walk, {
    words,
    own: invocation.assignments,
    redirections,
    place,
    around,
    span: around.span ?? invocation.span,
    definedHere: invocation.definedHere,
    ...given(walk, invocation, around),
    ...definedFields({ fed: invocation.fed }),
  });
}

function given(walk: Walk, invocation: Invocation, around: Around): Pick<Expanded, 'given'> {
  const isFind = literalOf(invocation.words[0]) === 'find';
  if (!isFind && (invocation.fedBy === undefined || !takesNames(invocation))) return {};
  if (!walk.inOrder || !leaveNamesPlain(walk)) return {};
  const found = (isFind ? namesExecuted : namesFound)(invocation, around.place, walk.world);
  return definedFields({ given: found });
}

/** Each is checked only once: with 4,000 `find` in a text, each would otherwise check all before it. */
function leaveNamesPlain({ names, commands, redirections }: Walk): boolean {
  names.arePlain &&=
    redirections.slice(names.redirections).every(namesPlainly) &&
    commands.slice(names.commands).every(keepsNamesPlain);
  names.commands = commands.length;
  names.redirections = redirections.length;
  return names.arePlain;
}

interface Start {
  readonly words: readonly Word[];
  readonly own: readonly Assignment[];
  readonly redirections: readonly PlacedRedirection[];
  readonly place: WorkingPlace;
  readonly around: Around;
  readonly span: Span;
  readonly definedHere: 'surely' | 'perhaps' | undefined;
  readonly given?: readonly NamesBelow[];
  readonly fed?: FedWords;
}

function expandWords(walk: Walk, start: Start): void {
  const { around, span, redirections } = start;
  const words = startedWords(walk, start);
  const fed = start.fed ?? around.fed;
  if (around.depth > DEEPEST || walk.commands.length >= MOST) {
    walk.doubts.push({
      reason: around.depth > DEEPEST ? 'carriers nested too deep' : 'too many commands',
      span,
    });
    return;
  }
  const found = findCommand(words[0]);
  const read = found.command === undefined ? undefined : readArguments(found.command, words);
  const moved = read === undefined ? undefined : directoryOption(read, start.place, walk.world);
  const { args, place } = moved ?? { args: read, place: start.place };
  const expanded: Expanded = {
    words,
    assignments: around.assignments.length === 0 ? start.own : [...around.assignments, ...start.own],
    redirections,
    place,
    definedHere: start.definedHere,
    found,
    args,
    judgement: args === undefined ? undefined : judged(walk, args, { ...start, words, place, found }),
    chain: around.chain,
    elsewhere: around.elsewhere,
    contained: around.contained,
    ...definedFields({ onlyAsks: around.onlyAsks }),
    away: around.away,
    text: around.text,
    ...definedFields({ given: start.given, fed }),
    span,
  };
  walk.commands.push(expanded);
  expandVariables(walk, { outer: expanded, around, set: [...start.own, ...exportedBy(expanded)] });
  if (args !== undefined && start.definedHere !== 'surely') expandPayloads(walk, expanded, around);
}

function judged(
  walk: Walk,
  args: Arguments,
  { place, found, definedHere, redirections, around }: Start & Pick<Expanded, 'found'>,
): Assessment {
  const text = givenText(redirections);
  // `.venv/bin/python -c`: whose code that is, is checked elsewhere.
  const isNamed = found.proven || found.base !== undefined;
  const isSure = !('unknown' in place) && isNamed && definedHere === undefined;
  if (!isSure || !holdsProgram(args, text)) return assessCommand(args, text);
  const isTame = (program: ProgramText): boolean =>
    !outOfOrder.test(withoutProgram(walk.source, program, around.depth)) && leaveNamesPlain(walk);
  const read = inlineProgram(args, text, { directories: place.in, world: walk.world, isTame });
  return read ?? assessCommand(args, text);
}

/** `PAGER='rm -rf x' man ls`: some program runs the value later. */
function expandVariables(
  walk: Walk,
  about: { readonly outer: Expanded; readonly around: Around; readonly set: readonly Assignment[] },
): void {
  const { outer, around, set } = about;
  for (const { name, value } of set) {
    const text = commandInVariable(name, literalOf(value) ?? '');
    if (text === undefined) continue;
    if (around.depth >= DEEPEST || !spend(walk.budget, 'rereading', text.length)) {
      walk.doubts.push({ reason: tooMuchAgain, span: outer.span });
      continue;
    }
    // Beyond every word that a rule could spell, so no rule on the command covers it.
    const past = outer.words.length;
    const chain = [
      { words: outer.words, at: past },
      ...outer.chain.map((each) => ({ words: each.words, at: each.at + past })),
    ];
    const place: WorkingPlace = { unknown: `wherever ${name} is used` };
    expandReadings(walk, text, {
      ...around,
      chain,
      place,
      assignments: [],
      span: outer.span,
      depth: around.depth + 1,
      shells: EVERY_SHELL,
    });
  }
}

/** `export PAGER=x`, `declare -x PAGER=x`. */
function exportedBy({ judgement }: Expanded): readonly Assignment[] {
  return (judgement?.variables ?? []).flatMap((word) => {
    const text = literalOf(word) ?? '';
    const equals = text.indexOf('=');
    if (equals < 1) return [];
    const value: Word = { kind: 'literal', text: text.slice(equals + 1), span: word.span };
    return [{ name: text.slice(0, equals), value, span: word.span }];
  });
}

function carrying(args: Arguments, at: number): Carrying {
  const straight = stripNeutralOptions(args);
  if (straight === undefined) return { words: args.words, at };
  return { words: args.words, at, straight: { words: straight.words, at: at - straight.by } };
}

/** `git submodule foreach`: the directories in which it runs the carried command. */
function eachSubmodule({ args, judgement, place, away, elsewhere }: Expanded): Partial<WorkingPlace> {
  const isEach = args?.path.join(' ') === 'git submodule foreach' && judgement?.ownPlace === true;
  if (!isEach || away || elsewhere !== undefined || 'unknown' in place) return {};
  const nested = args.options.some(({ name }) => name === '--recursive');
  return { submodulesOf: { in: place.in, nested } };
}

function expandPayloads(walk: Walk, outer: Expanded, around: Around): void {
  if (outer.args === undefined) return;
  for (const payload of carriedBy(outer.args, outer.redirections, outer.given)) {
    const chain: readonly Carrying[] = [
      carrying(outer.args, payload.at),
      ...outer.chain.map((each) => ({ words: each.words, at: each.at + payload.at })),
    ];
    const next: Around = {
      place: payload.moves === undefined ? outer.place : { unknown: payload.moves, ...eachSubmodule(outer) },
      chain,
      elsewhere: payload.elsewhere ?? outer.elsewhere,
      contained: payload.contained === true || outer.contained,
      ...(payload.contained === true && outer.judgement?.does === 'reads' ? { onlyAsks: true } : {}),
      away: payload.away === true || outer.away,
      assignments: [...outer.assignments, ...payload.assignments],
      span: outer.span,
      depth: around.depth + 1,
      text: around.text,
      alone: around.alone,
      ...definedFields({ fed: outer.fed }),
      shells: (payload.kind === 'text' ? payload.shells : undefined) ?? EVERY_SHELL,
    };
    expandVariables(walk, { outer, around: next, set: payload.assignments });
    if (payload.kind === 'text') {
      if (next.depth > DEEPEST) walk.doubts.push({ reason: 'carriers nested too deep', span: outer.span });
      else if (!spend(walk.budget, 'rereading', payload.text.length))
        walk.doubts.push({ reason: tooMuchAgain, span: outer.span });
      else expandReadings(walk, payload.text, next);
      continue;
    }
    expandWords(walk, {
      words: payload.words,
      own: [],
      redirections: [],
      place: next.place,
      around: next,
      span: outer.span,
      definedHere: undefined,
    });
  }
}
