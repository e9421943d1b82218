import { definedFields } from '../../../call/defined-fields.ts';
import { shellProgram } from '../../../call/shell-name.ts';
import { fill } from '../../../messages/fill.ts';
import { commandDoubts } from '../../../messages/tool-checks.ts';
import type { World } from '../../../world/world.ts';
import type { Access } from '../../access.ts';
import type { Part } from '../../part.ts';
import { dangerOf } from '../../danger.ts';
import type { PathFact } from '../../paths/path-fact.ts';
import type { Danger } from '../../paths/protected.ts';
import { expandText, outOfOrder, type Expanded, type Expansion } from './carriers.ts';
import type { Doubt } from '../read/state/invocation.ts';
import { EVERY_SHELL, shellsNamed } from '../read/shells/shell-set.ts';
import { commandAccesses, listsOnly } from './command-accesses.ts';
import { commandPart } from './command-part.ts';
import type { CommandSurroundings } from './command-surroundings.ts';
import { environmentUse } from './environment-changes.ts';
import { scriptTexts } from './project-scripts.ts';
import { ownPolicyDanger } from './own-policy.ts';
import { printedSecret, secretVariables } from './secrets/shell-part-secrets.ts';
import { repositoriesMade } from './secrets/shell-part-repository.ts';
import { looseReads, redirectionParts } from './redirection-part.ts';
import { renamedPrograms, startsFile, type RenamedPrograms } from './renamed-programs.ts';

/** The parts of a shell text: one for each command, each file written by redirection, and the doubt. */
export function shellParts(text: string, world: World, shell?: string): readonly [Part, ...Part[]] {
  const shells = shellsNamed(shell);
  const [first, ...others] = expandText(text, world, shells ?? EVERY_SHELL);
  const parts = [...partsOf(text, first, world)];
  for (const other of others) addParts(parts, partsOf(text, other, world));
  if (shells === undefined) parts.push(unreadable(text, [foreignShell(text, shell)]));
  return isSome(parts) ? parts : [unreadable(text, [nothingFound(text)])];
}

/** Fish, nushell, PowerShell: whatever is found in the text counts against it, never in its favour. */
function foreignShell(text: string, shell = ''): Doubt {
  const reason = fill(commandDoubts.foreignShell, { shell: shellProgram(shell) });
  return { reason, span: { start: 0, end: text.length } };
}

/** Combining the parts of several readings yields the strictest verdict. */
function addParts(parts: Part[], others: readonly Part[]): void {
  const known = new Set(parts.map((part) => JSON.stringify(part)));
  parts.push(...others.filter((part) => !known.has(JSON.stringify(part))));
}

function partsOf(text: string, expansion: Expansion, world: World): readonly Part[] {
  const { changed } = environmentUse(expansion);
  const around: CommandSurroundings = {
    world,
    made: linksMade(expansion, world),
    repositories: repositoriesIn(expansion, world),
    ...(expansion.commands.some(startsFile) ? { renamed: renamedIn(expansion, world) } : {}),
    writtenBefore: writesBefore(text, expansion, { world }),
    broughtBefore: writesBefore(text, expansion, { world, onlyBrought: true }),
    ...definedFields({ changed }),
  };
  const isSecret = secretVariables(expansion, text);
  const parts: Part[] = [];
  for (const command of expansion.commands) {
    const lists = listsOnly(command);
    const secret = printedSecret(command, { world, text, isSecret });
    const own = guarded(commandPart(command, around), { world, lists, ...definedFields({ secret }) });
    const runs = scriptParts(command, world);
    parts.push(runs.length === 0 ? own : { ...own, runs });
    for (const part of redirectionParts(command.redirections, around))
      parts.push(guarded(part, { world, lists: false }));
  }
  for (const part of looseReads(expansion.redirections, around))
    parts.push(guarded(part, { world, lists: false }));
  for (const part of redirectionParts(expansion.redirections, around))
    parts.push(guarded(part, { world, lists: false }));
  if (expansion.doubts.length > 0) parts.push(unreadable(text, expansion.doubts));
  return parts.length > 0 ? parts : [unreadable(text, [nothingFound(text)])];
}

/** The effects of the project scripts that a command starts, as if each text were typed in its directory. */
function scriptParts(command: Expanded, world: World): readonly Part[] {
  const { script: _script, ...typed } = world;
  return scriptTexts(command, world).flatMap(({ script, text }) =>
    shellParts(text, { ...typed, cwd: script.directory }, 'sh').map((part): Part =>
      // `$(CC)` is a variable in make, and a command in a shell.
      script.runner === 'make' && isUnclear(part) ? { ...part, ownCode: true } : part,
    ),
  );
}

function isUnclear({ subject }: Part): boolean {
  return subject.kind === 'command' && !subject.words.every(({ kind }) => kind === 'literal');
}

function isSome(parts: readonly Part[]): parts is readonly [Part, ...Part[]] {
  return parts.length > 0;
}

/** Finding no command does not mean there is nothing to judge: an empty text, a comment, a lone `[[ ]]`. */
function nothingFound(text: string): Doubt {
  return { reason: commandDoubts.noCommand, span: { start: 0, end: text.length } };
}

/** Files that the earlier commands may have turned into links: nothing below them is proven to be inside anything. */
function linksMade(expansion: Expansion, world: World): ReadonlyMap<Expanded, readonly string[]> {
  if (!expansion.commands.some(makesLinks)) return noLinks;
  const made = new Map<Expanded, readonly string[]>();
  for (const command of expansion.commands) {
    if (!makesLinks(command)) continue;
    made.set(
      command,
      commandAccesses(command, world).flatMap((access) =>
        access.kind === 'write' && access.path.known ? [access.path.written] : [],
      ),
    );
  }
  return made;
}

/** What the text copies or links under another name, combining each command with the target of its output. */
function renamedIn({ commands }: Expansion, world: World): RenamedPrograms {
  const around: CommandSurroundings = { world, made: noLinks, repositories: [] };
  return renamedPrograms(
    commands.map((command) => ({
      accesses: [
        ...commandAccesses(command, world),
        ...redirectionParts(command.redirections, around).flatMap(({ accesses }) => accesses),
      ],
    })),
  );
}

/** Git repositories that the text may create: a later `git status` there runs programs from their configuration. */
function repositoriesIn(expansion: Expansion, world: World): readonly string[] {
  const { commands, redirections } = expansion;
  const runsGit = commands.some(({ judgement }) => judgement?.ownPlace === true);
  const isAlone =
    commands.length === 1 && commands[0]?.redirections.length === 0 && redirections.length === 0;
  if (!runsGit || isAlone) return [];
  const around: CommandSurroundings = { world, made: noLinks, repositories: [] };
  const parts = [
    ...commands.map((command) => ({ accesses: commandAccesses(command, world) })),
    ...commands.flatMap((command) => redirectionParts(command.redirections, around)),
    ...redirectionParts(redirections, around),
  ];
  return repositoriesMade(parts, world);
}

/** The files that the text writes before each command; all that it writes if it does not run in order. */
function writesBefore(
  text: string,
  { commands, redirections }: Expansion,
  { world, onlyBrought = false }: { readonly world: World; readonly onlyBrought?: boolean },
): (command: Expanded) => readonly PathFact[] {
  const inOrder = !outOfOrder.test(text);
  const around: CommandSurroundings = { world, made: noLinks, repositories: [] };
  const written = (accesses: readonly Access[]): readonly PathFact[] =>
    accesses.flatMap((access) => (access.kind === 'write' ? [access.path] : []));
  const redirected = (all: Expansion['redirections']): readonly PathFact[] =>
    onlyBrought ? [] : redirectionParts(all, around).flatMap(({ accesses }) => written(accesses));
  let each: readonly (readonly PathFact[])[] | undefined;
  return (command) => {
    // Computed once for the text, because a thousand removals are judged one by one.
    each ??= commands.map((other) =>
      onlyBrought && !brings(other)
        ? []
        : [...written(commandAccesses(other, world)), ...redirected(other.redirections)],
    );
    const at = commands.indexOf(command);
    const before = each.filter((_, index) => (inOrder ? index < at : index !== at));
    return [...before.flat(), ...redirected(redirections)];
  };
}

const noLinks: ReadonlyMap<Expanded, readonly string[]> = new Map();

/** `mv`, `cp -r` and `tar` bring in files and links; these commands only write bytes. */
function brings({ args }: Expanded): boolean {
  return !/^(?:g?sed|tee|touch|mkdir|truncate)$/u.test(args?.path[0] ?? '');
}

function makesLinks({ args }: Expanded): boolean {
  const name = args?.path[0];
  if (name === 'mv' || name === 'ln') return true;
  const keeps = ['-r', '-R', '-a', '-d', '-P', '-s', '--recursive', '--archive', '--no-dereference'];
  return name === 'cp' && args?.options.some((option) => keeps.includes(option.name)) === true;
}

interface GuardContext {
  readonly world: World;
  readonly lists: boolean;
  /** The secret that it would print although it changes nothing. */
  readonly secret?: Danger;
}

/** Protected paths and removals that are almost certainly mistakes: a person approves, whatever the rules say. */
export function guarded(part: Part, { world, lists, secret }: GuardContext): Part {
  const own = ownPolicyDanger(part);
  if (own !== undefined) return { ...endangered(part, own), guard: own };
  if (secret !== undefined) return endangered(part, secret);
  for (const access of part.accesses) {
    // Names are not secrets: `ls ~/.ssh` and `find /` read none.
    if (lists && access.kind === 'read') continue;
    const danger = dangerOf(access, world);
    if (danger !== undefined) return endangered(part, danger);
  }
  return part;
}

/** Reading something protected is not read-only in any mode, because secrets leak that way. */
function endangered(part: Part, danger: Danger): Part {
  const { edits: _edits, ...rest } = part;
  return { ...rest, readOnly: false, insideEdit: false, check: { outcome: 'safety', ...danger } };
}

/** Text that could not be read: no rule narrower than `Bash` covers it, and every deny about commands may match. */
function unreadable(text: string, doubts: readonly Doubt[]): Part {
  return {
    kind: 'shell',
    label: text,
    span: { start: 0, end: text.length },
    subject: { kind: 'command', words: [], aliases: [], escalations: [] },
    accesses: [],
    readOnly: false,
    insideEdit: false,
    check: { outcome: 'pass' },
    doubts: doubts.map(({ reason }) => reason),
  };
}
