import type { CommandSubject, Part } from '../../part.ts';
import { looksSecret } from '../../secrets/secrets.ts';
import type { Offer } from '../../tool.ts';
import { readArguments } from '../model/arguments.ts';
import { findCommand } from '../model/find-command.ts';
import type { Arguments, Command, Role } from '../model/model.ts';
import { namesFiles } from '../risks/file-tools.ts';
import { risksBehind } from '../risks/known-risks.ts';
import { riskInName } from '../risks/risk-words.ts';
import { literalOf } from '../read/words/word.ts';
import type { Word } from '../read/words/word.ts';

/**
 * Rules that could be offered for the parts that need one, from exactly this to wider, one rule for each part.
 * Interpreters, carriers, what fetches and what destroys are never offered beyond the exact words.
 */
export function shellSuggestions(parts: readonly Part[]): readonly Offer[] {
  const ladders = mergeCarried(parts).map(ladder);
  if (ladders.length === 0 || ladders.some((rungs) => rungs.length === 0)) return [];
  const tallest = Math.max(...ladders.map((rungs) => rungs.length));
  const offers: Offer[] = [];
  for (let level = 0; level < tallest; level += 1) {
    const chosen = ladders
      .map((rungs) => rungs[Math.min(level, rungs.length - 1)])
      .filter((rung) => rung !== undefined);
    const rules = [...new Set(chosen.map(({ rule }) => rule))];
    if (rules.some((rule) => looksSecret(rule))) continue;
    const covers = [...new Set(chosen.map((rung) => rung.covers))].join(', and ');
    if (!offers.some((offer) => offer.rules.join('\n') === rules.join('\n'))) offers.push({ rules, covers });
  }
  return offers;
}

interface Rung {
  readonly rule: string;
  readonly covers: string;
}

/** What a carrier runs is covered by a rule that spells it behind the carrier: one rule for both. */
function mergeCarried(parts: readonly Part[]): readonly Part[] {
  const spelled = new Set(
    parts.flatMap(({ subject }) => (subject.kind === 'command' ? [subject.words] : [])),
  );
  return parts.filter(
    ({ subject }) =>
      subject.kind !== 'command' || subject.carriedBy === undefined || !spelled.has(subject.carriedBy.words),
  );
}

function ladder(part: Part): readonly Rung[] {
  const { subject } = part;
  if (subject.kind === 'path' && subject.path.known) {
    if (!plainPath.test(subject.path.written)) return [];
    return [{ rule: `Write(/${subject.path.written})`, covers: `writing ${subject.path.written}` }];
  }
  if (subject.kind !== 'command' || subject.words.length === 0) return [];
  return commandLadder(subject);
}

/** Characters that mean themselves in a path rule. */
const plainPath = /^[\w@%+=:,./ -]+$/u;

function commandLadder(subject: CommandSubject): readonly Rung[] {
  const { words, escalations } = subject;
  // A variable before the command, or one set earlier, is nothing that a rule could spell.
  if (escalations.some(({ at }) => at < 0)) return [];
  const texts = words.map(literalOf);
  const exact = texts.every((text) => text !== undefined) ? [exactly(texts)] : [];
  const reach = escalations.length === 0 ? reachOf(words) : [];
  const wider = reach.map((count): Rung => openEnded(texts.slice(0, count).map((text) => text ?? '')));
  return [...exact, ...wider];
}

function exactly(texts: readonly (string | undefined)[]): Rung {
  const said = texts.map((text) => printWord(text ?? '')).join(' ');
  return { rule: `Bash(${said})`, covers: `exactly \`${said}\`` };
}

function openEnded(texts: readonly string[]): Rung {
  const said = texts.map(printWord).join(' ');
  return { rule: `Bash(${said}:*)`, covers: `any \`${said} ...\`` };
}

/** How many leading words a wider rule may keep, longest first. */
function reachOf(words: readonly Word[]): readonly number[] {
  const { command, proven, base } = findCommand(words[0]);
  if (command === undefined || !proven || base !== undefined) return [];
  const args = readArguments(command, words);
  const names = namesAt(args);
  if (names === undefined || args.strange !== undefined || neverWider(args)) return [];
  const texts = words.map((word) => literalOf(word) ?? '');
  return lengthsFor(args, names).filter((length) => opensNothing(texts.slice(0, length)));
}

function lengthsFor(args: Arguments, names: number): readonly number[] {
  const how = args.rows.findLast((row) => row.suggest !== undefined)?.suggest ?? 'exact';
  if (how === 'operand') return withOperand(args, names);
  if (how !== 'words') return [];
  return args.command.subcommands === undefined && names === 1
    ? subcommandLengths(args.words)
    : names > 1
      ? [names]
      : [];
}

/**
 * `dotnet ef migrations add X`: no row knows the sub-commands, so each plain word in front may be one. Any words behind the
 * name alone are offered only for a program that takes files: `dotnet ...` would be all that dotnet can do.
 */
function subcommandLengths(words: readonly Word[]): readonly number[] {
  const [program = '', ...rest] = words.map((word) => literalOf(word) ?? '');
  const until = rest.findIndex((text) => !/^[a-z][\w.:-]*$/u.test(text));
  const plainWords = until === -1 ? rest.length : until;
  return namesFiles(program, undefined) ? [1] : [3, 2].filter((length) => length <= plainWords + 1);
}

/** They take several tasks: any words behind one may be another. */
const manyTasks: ReadonlySet<string> = new Set(
  'make gmake bmake just task rake gradle mvn sbt mill ninja scons ant tox nox cmake turbo nx lerna moon grunt gulp mage invoke fab thor msbuild fastlane xcodebuild'.split(
    ' ',
  ),
);

/** Sub-commands behind which a task, a program or a package of the workspace is named. */
const startsTasks =
  /^(?:run|run-script|exec|x|dlx|task|workspaces?|foreach|affected|run-many|script|tool|plugin|xtask)$/u;

/** No offer wider than the exact call covers what publishes, destroys or loses. */
function opensNothing(words: readonly string[]): boolean {
  const [, ...rest] = words;
  // `npx nx`: what a carrier starts is judged by its own words.
  const commands = words.map((_, at) => words.slice(at));
  return (
    !startsTasks.test(rest.at(-1) ?? '') &&
    rest.every((word) => riskInName(word) === undefined) &&
    commands.every((command) => !manyTasks.has(command[0] ?? '') && risksBehind(command).length === 0)
  );
}

/**
 * What destroys, carriers whose rule would not cover what they run anyway, and whatever a wider rule would turn into a
 * licence: to write any file (`touch:*`), to throw work away with one option or sub-command more (`git push:*`).
 */
function neverWider(args: Arguments): boolean {
  const last = args.rows.at(-1);
  return (
    args.rows.some(
      (row) => row.destructive === true || (row.carries !== undefined && row.carries.elsewhere === undefined),
    ) ||
    (last !== undefined && (changesFiles(last) || canRuin(last)))
  );
}

function changesFiles({ does, operands }: Command): boolean {
  const roles = [...(operands?.first ?? []), operands?.rest, operands?.last];
  return does === 'edits' || roles.some((role) => role !== undefined && changing.has(role));
}

const changing: ReadonlySet<Role> = new Set(['write', 'delete', 'move', 'remote-to']);

function canRuin({ options = '', changing: more = '', subcommands = [] }: Command): boolean {
  return ruinous.test(`${options} ${more}`) || subcommands.some(({ destructive }) => destructive === true);
}

const ruinous = /(?:^|\s)--(?:delete|hard|mirror|prune|force-with-lease|overwrite-ignore)(?![\w-])/;

/** `npm run build`, `npx tsc`: the operand says what is run. */
function withOperand(args: Arguments, names: number): readonly number[] {
  const [operand] = args.operands;
  return operand?.at === names && literalOf(operand.word) !== undefined ? [names + 1] : [];
}

/** Name and sub-commands stand in a row at the front: only then does a rule that begins with them match. */
function namesAt(args: Arguments): number | undefined {
  const count = args.rows.length;
  return args.from === count ? count : undefined;
}

const plain = /^[\w@%+=:,./~^#!?[\]{}-]+$/u;

/** In quotes a star stays a star and a bracket a bracket; what holds a quote itself is escaped instead. */
function printWord(text: string): string {
  if (plain.test(text) && !text.endsWith(':')) return text;
  if (!text.includes("'")) return `'${text}'`;
  return text.replaceAll(/[^\w@%+=,./~^#!?[\]{}-]/gu, (character) =>
    character === '\n' ? "'\n'" : `\\${character}`,
  );
}
