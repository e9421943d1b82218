import { graveEffects, type EffectName } from '../../effect.ts';
import type { CommandSubject, Part } from '../../part.ts';
import { looksSecret } from '../../secrets/secrets.ts';
import type { Offer } from '../../tool.ts';
import { readArguments } from '../model/arguments.ts';
import { findCommand } from '../model/find-command.ts';
import type { Command, Role } from '../model/model.ts';
import { rowEffects } from '../model/row-effects.ts';
import { literalOf, type Word } from '../read/words/word.ts';
import { startedScripts } from './project-scripts.ts';
import { rowWords } from './unlisted/unlisted-program.ts';

/**
 * Rules to offer for the parts that need one, from the exact words to wider, one rule for each part. Interpreters, carriers,
 * fetching and destructive commands are never offered beyond the exact words.
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

/** The narrowest rules for these parts, for a lasting denial: also for parts that are never offered to be allowed again. */
export function exactShellRules(parts: readonly Part[]): readonly string[] {
  const rungs = mergeCarried(parts).map((part) =>
    part.subject.kind === 'command' ? exactRung(part.subject) : ladder(part)[0],
  );
  const rules = rungs.flatMap((rung) => rung?.rule ?? []);
  return rules.length === rungs.length && !rules.some((rule) => looksSecret(rule)) ? rules : [];
}

interface Rung {
  readonly rule: string;
  readonly covers: string;
}

/** A rule that spells the carried command after its carrier covers both: one rule suffices. */
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
  return commandLadder(part);
}

/** Characters without a special meaning in a path rule. */
const plainPath = /^[\w@%+=:,./ -]+$/u;

function commandLadder({ subject, effects }: Part): readonly Rung[] {
  if (subject.kind !== 'command') return [];
  const { words, escalations } = subject;
  const names = [...new Set((effects ?? []).map(({ effect }) => effect))];
  if (isBehindVariable(subject) || names.some((name) => onceOnly.has(name))) return [];
  const texts = words.map(literalOf);
  const exact = exactRung(subject);
  const isGrave = names.some((name) => graveEffects.has(name) || name === 'secret' || name === 'fetch');
  const reach = escalations.length === 0 && !isGrave ? reachOf(words, names) : [];
  return [
    ...(exact === undefined ? [] : [exact]),
    ...reach.map((count) =>
      openEnded(
        texts.slice(0, count).map((text) => text ?? ''),
        names,
      ),
    ),
  ];
}

/** Irreversible, so each call is asked about separately. */
const onceOnly: ReadonlySet<EffectName> = new Set(['lose', 'remote-destroy']);

/** No rule can spell a variable before the command, or one set earlier. */
function isBehindVariable({ escalations }: CommandSubject): boolean {
  return escalations.some(({ at }) => at < 0);
}

function exactRung(subject: CommandSubject): Rung | undefined {
  const texts = subject.words.map(literalOf);
  if (isBehindVariable(subject) || texts.length === 0 || texts.includes(undefined)) return undefined;
  const said = texts.map((text) => printWord(text ?? '')).join(' ');
  return { rule: `Bash(${said})`, covers: `exactly \`${said}\`` };
}

/** Limited to the observed effects: `dotnet ...` that runs this project's code does not allow `dotnet nuget push`. */
function openEnded(texts: readonly string[], effects: readonly EffectName[]): Rung {
  const said = texts.map(printWord).join(' ');
  return {
    rule: `Bash(${said}:*) [${effects.join(', ')}]`,
    covers: `any \`${said} ...\` (${effects.join(', ')})`,
  };
}

/**
 * How many leading words a wider rule may keep, longest first: the program with its sub-commands, then only the name. A command
 * that carries others or code stays exact, and so does an edit: a rule with any words after it would allow writing any file.
 */
function reachOf(words: readonly Word[], effects: readonly EffectName[]): readonly number[] {
  const texts = words.map((word) => literalOf(word) ?? '');
  const [name = ''] = texts;
  const { command } = findCommand(words[0]);
  if (name === '' || name.startsWith('/') || name.startsWith('~')) return [];
  // `source ./setup.sh` in its widest form would allow running any file.
  if (name === 'source' || name === '.') return [];
  if (command !== undefined && (effects.includes('run-other') || isLicence(command, words))) return [];
  const until = texts.findIndex((text, at) => at > 0 && !/^[a-z][\w.:-]*$/u.test(text));
  const count = Math.min(until === -1 ? texts.length : until, namingWords(words, command));
  return Array.from({ length: count }, (_, at) => count - at);
}

/** How many leading words describe the action; an operand (`uv add PKG`) is its object. */
function namingWords(words: readonly Word[], command: Command | undefined): number {
  const name = literalOf(words[0]) ?? '';
  const args = command === undefined ? undefined : readArguments(command, words);
  const base = name.slice(name.lastIndexOf('/') + 1);
  const { depth } = rowEffects(base, rowWords(words.slice(1), args));
  const named = Math.max(1, depth + 1, args?.from ?? 1);
  const carried = args?.rows.some(({ carries }) => carries !== undefined) === true;
  if (carried && named < words.length) {
    const inner = words.slice(named);
    return named + namingWords(inner, findCommand(inner[0]).command);
  }
  const next = literalOf(words[named]) ?? '';
  const isTask = args !== undefined && startedScripts(args)?.names.includes(next) === true;
  return isTask || command?.standardInput === 'code' ? named + 1 : named;
}

function isLicence(command: Command, words: readonly Word[]): boolean {
  const { rows } = readArguments(command, words);
  const last = rows.at(-1);
  return (
    rows.some(
      ({ destructive, carries }) =>
        destructive === true || (carries !== undefined && carries.elsewhere === undefined),
    ) ||
    (last !== undefined && changesFiles(last))
  );
}

function changesFiles({ does, operands }: Command): boolean {
  const roles = [...(operands?.first ?? []), operands?.rest, operands?.last];
  return does === 'edits' || roles.some((role) => role !== undefined && changing.has(role));
}

const changing: ReadonlySet<Role> = new Set(['write', 'delete', 'move', 'remote-to']);

const plain = /^[\w@%+=:,./~^#!?[\]{}-]+$/u;

/** Within quotes a star or bracket is literal; a word that contains a quote is escaped instead. */
function printWord(text: string): string {
  if (plain.test(text) && !text.endsWith(':')) return text;
  if (!text.includes("'")) return `'${text}'`;
  return text.replaceAll(/[^\w@%+=,./~^#!?[\]{}-]/gu, (character) =>
    character === '\n' ? "'\n'" : `\\${character}`,
  );
}
