import { definedFields } from '../../../call/defined-fields.ts';
import { fill } from '../../../messages/fill.ts';
import { checkReasons, commandDoubts } from '../../../messages/tool-checks.ts';
import type { CommandSurroundings } from './command-surroundings.ts';
import type { World } from '../../../world/world.ts';
import type { Access, PathAccess } from '../../access.ts';
import { losesInProject } from '../../git-losses.ts';
import type { Check, CommandSubject, Escalation, Part } from '../../part.ts';
import type { Danger } from '../../paths/protected.ts';
import type { Expanded } from './carriers.ts';
import { aliasesOf } from './aliases.ts';
import { byBuiltin, passedOn, setHere, passedToCode } from './environment-changes.ts';
import { foreignSettings } from './settings/foreign-settings.ts';
import { namedToolchain } from './settings/named-toolchain.ts';
import { loadedSettings } from './settings/loaded-settings.ts';
import { labelOf } from './part-label.ts';
import { completeness } from './complete-command.ts';
import { editKind } from './edits/plain-edit.ts';
import { commandEffects } from './command-effects.ts';
import { mentionsOf } from './mentioned-words.ts';
import { writesShadow } from '../programs/shadowing-files.ts';
import { isOwnCode } from '../risks/own-code.ts';
import { commandRisks, type CommandRisk } from '../risks/command-risks.ts';
import { assignmentAccesses, commandAccesses } from './command-accesses.ts';
import { isInside, isOwnPlace } from './command-paths.ts';
import { scriptCommands } from './project-scripts.ts';
import { bareRepository } from './secrets/shell-part-repository.ts';
import { isProvenProgram } from '../model/proof.ts';
import { otherNames, type RenamedPrograms } from './renamed-programs.ts';
import { stripNeutralOptions } from './strip-neutral-options.ts';
import { settledWords } from '../model/settled-words.ts';
import { literalOf, type UnknownWord, type Word } from '../read/words/word.ts';

/** The part for one command: what it would do, and what is proven about it. */
export function commandPart(command: Expanded, around: CommandSurroundings): Part {
  if (command.words.length === 0) return assignmentPart(command);
  const { judgement } = command;
  const found = commandAccesses(command, around.world);
  const bare = judgement?.ownPlace === true ? bareAround(command, around) : undefined;
  const why = bare?.reason ?? unproven(command, around);
  const does = why === undefined ? provenDeed(command) : undefined;
  // The program text was read, but that does not prove what its interpreter does: rules about effects decide.
  const isProgram = isInline(command);
  const readOnly = does === 'reads' && !isProgram;
  const edit = does === 'edits' ? editKind(command, found, around) : 'none';
  // An edit that loses nothing is not destructive.
  const accesses = edit === 'plain' ? found.filter(({ kind }) => kind !== 'destroy') : found;
  const risks = commandRisks(command);
  const subject = subjectOf(command, around, risks);
  return {
    kind: 'shell',
    label: labelOf(command.words),
    span: command.span,
    subject,
    effects: commandEffects(
      command,
      {
        accesses,
        readOnly: does === 'reads',
        isEdit: edit === 'plain' || edit === 'loses',
        doubts: effectDoubts(command, subject),
        risks,
      },
      around,
    ),
    readOnly,
    insideEdit: does === 'edits' && !isProgram && staysInside(command, accesses, around),
    check: bare === undefined ? checkOf(command, readOnly) : { outcome: 'safety', ...bare },
    doubts: doubtsOf(command, why),
    ...completeness(command, accesses, why),
    ...repositoryStarts(command),
    ...mentioning(command),
    ...marksOf(command, { readOnly, edit }),
    accesses,
  };
}

function isInline({ judgement }: Expanded): boolean {
  return judgement?.inline !== undefined;
}

/** Doubts beyond its row: options that turn it into something else, and settings that affect code of the project. */
function effectDoubts(command: Expanded, { escalations }: CommandSubject): readonly string[] {
  const passed = new Set(passedTo(command));
  // `curl -o a http://localhost:3000`: the saved file is a separate effect.
  const saving = command.judgement?.fetches === undefined ? [] : command.judgement.escalations;
  return [
    ...escalations.flatMap((each) => (saving.includes(each) || passed.has(each.why) ? [] : [each.why])),
    ...command.assignments.flatMap((assignment) => passedToCode(assignment) ?? []),
  ];
}

function mentioning(command: Expanded): Pick<Part, 'mentions'> {
  const mentions = mentionsOf(command);
  return definedFields({ mentions });
}

function provenDeed({ judgement, definedHere }: Expanded): 'reads' | 'edits' | 'acts' | undefined {
  return definedHere === 'surely' ? 'reads' : judgement?.does;
}

function marksOf(
  command: Expanded,
  { readOnly, edit }: { readonly readOnly: boolean; readonly edit: string },
): Pick<Part, 'byManual' | 'edits' | 'ownCode'> {
  const { judgement, args } = command;
  const isProven = isProvenProgram(args?.path[0] ?? '');
  return {
    ...(isOwnCode(command) ? { ownCode: true } : {}),
    ...(readOnly && judgement?.prints === true && !isProven ? { byManual: true } : {}),
    ...(edit === 'plain' && !isInline(command) ? { edits: true } : {}),
  };
}

function repositoryStarts({
  judgement,
  place,
  args,
  words,
}: Expanded): Pick<Part, 'startsIn' | 'submodulesOf'> {
  const isOwn = judgement?.ownPlace === true || args?.path[0] === 'jj' || losesInProject(words);
  if (!isOwn) return {};
  return 'in' in place ? { startsIn: place.in } : definedFields({ submodulesOf: place.submodulesOf });
}

/** No rule about words covers a directory that is itself a repository: `cd bare && git status` runs its programs. */
function bareAround({ place }: Expanded, { world, repositories }: CommandSurroundings): Danger | undefined {
  const found = bareRepository(place, { world, made: repositories });
  if (found === undefined) return undefined;
  return {
    code: 'bare-repository',
    reason: fill(checkReasons.plainRepository, { path: found }),
  };
}

function checkOf(command: Expanded, readOnly: boolean): Check {
  if (readOnly) return { outcome: 'allow', reason: commandReason(command) };
  if (!command.contained) return { outcome: 'pass' };
  return {
    outcome: 'allow',
    reason: fill(checkReasons.contained, { where: command.elsewhere ?? 'elsewhere' }),
  };
}

function commandReason(command: Expanded): string {
  if (command.definedHere === 'surely') return checkReasons.ownFunction;
  const carries = command.args?.command.carries;
  if (carries !== undefined) return checkReasons.carrier;
  const program = command.args?.path[0] ?? '';
  return isProvenProgram(program) ? checkReasons.readOnly : fill(checkReasons.readOnlyByManual, { program });
}

/** Why it cannot be proven to be read-only or an edit, whatever the command does. */
function unproven(command: Expanded, around: CommandSurroundings): string | undefined {
  const { changed, world } = around;
  const name = command.words[0];
  if (name?.kind !== 'literal') return doubtAboutName(name);
  if (command.elsewhere !== undefined) return fill(commandDoubts.runsElsewhere, { where: command.elsewhere });
  if (changed !== undefined) return changed;
  if (command.definedHere === 'perhaps') return fill(commandDoubts.mayBeFunction, { name: name.text });
  const [passed] = passedTo(command);
  if (passed !== undefined) return passed;
  if (command.definedHere === 'surely') return undefined;
  if (command.judgement === undefined) return fill(commandDoubts.unknownCommand, { name: name.text });
  if (!command.found.proven) return fill(commandDoubts.otherProgram, { name: name.text });
  const set = byBuiltin(command);
  if (set !== undefined) return set;
  if (isBehindEnv(command)) return commandDoubts.fileFirst;
  if (command.judgement.ownPlace && !isOwnPlace(command.place, world))
    return commandDoubts.foreignConfiguration;
  return loadedFirst(command, around);
}

function loadedFirst(command: Expanded, around: CommandSurroundings): string | undefined {
  const { world } = around;
  return namedToolchain(command, world) ?? loadedSettings(command, world) ?? loadedModule(command, around);
}

/** `echo x > json.py; python3 -c 'import json'`. */
function loadedModule(command: Expanded, { writtenBefore }: CommandSurroundings): string | undefined {
  const { judgement, place } = command;
  if (judgement?.inline === undefined || 'unknown' in place) return undefined;
  return writesShadow(writtenBefore?.(command) ?? [], place.in) ? commandDoubts.loadsWritten : undefined;
}

function doubtAboutName(name: UnknownWord | undefined): string {
  return name === undefined ? commandDoubts.nameMissing : fill(commandDoubts.nameUnknown, name);
}

/** `env bash -c TEXT`: a bash that is not a login shell runs the file in BASH_ENV, which `env` may set. */
function isBehindEnv({ words, chain }: Expanded): boolean {
  const isBash = literalOf(words[0]) === 'bash' && /^-[eux]*c$/u.test(literalOf(words[1]) ?? '');
  return isBash && chain.some(({ words: [carrier] }) => /(?:^|\/)g?env$/u.test(literalOf(carrier) ?? ''));
}

function doubtsOf({ judgement, words }: Expanded, why: string | undefined): readonly string[] {
  const name = words[0];
  if (name?.kind === 'unknown') return [doubtAboutName(name)];
  const doubt = why ?? judgement?.why;
  return doubt === undefined ? [] : [doubt];
}

function staysInside(
  command: Expanded,
  accesses: readonly Access[],
  { world, made }: CommandSurroundings,
): boolean {
  const links = [...made].filter(([other]) => other !== command).flatMap(([, paths]) => paths);
  const files = accesses.filter(isFile);
  const inside = files.every(({ kind, path }) => {
    if (!isInside(path, kind, world)) return false;
    const written = path.known ? path.written : (path.glob ?? '');
    return !links.some((link) => written.startsWith(`${link}/`));
  });
  return inside && files.length > 0;
}

function isFile(reached: Access): reached is PathAccess {
  return reached.kind === 'read' || reached.kind === 'write' || reached.kind === 'delete';
}

/**
 * `cd /tmp/x && npm test`: a rule for `npm test` is about the project. Other directories have other scripts, settings and
 * hooks, which may come from anyone; an edit or a read loads none.
 */
function foreignPlace({ words, place, judgement }: Expanded, world: World): string | undefined {
  const name = literalOf(words[0]) ?? '';
  if (name.startsWith('/') || isOwnPlace(place, world)) return undefined;
  if (name.includes('/')) return 'a program of another directory';
  const loads = 'in' in place && (judgement === undefined || judgement.does === 'acts');
  return loads && judgement?.fetches === undefined
    ? 'works in another directory, whose files it may load'
    : undefined;
}

const noNames: RenamedPrograms = new Map();

function subjectOf(
  command: Expanded,
  { changed, world, renamed = noNames }: CommandSurroundings,
  risks: readonly CommandRisk[],
): CommandSubject {
  const { judgement, chain } = command;
  const words = command.args === undefined ? command.words : settledWords(command.args);
  const escalations: Escalation[] = [...(judgement?.escalations ?? [])];
  for (const why of passedTo(command)) escalations.push({ at: -1, why });
  if (changed !== undefined) escalations.push({ at: -1, why: changed });
  escalations.push(...foreignSettings(command, world));
  const strange = foreignPlace(command, world);
  if (strange !== undefined) escalations.push({ at: -1, why: strange });
  const [nearest, ...outer] = chain;
  const straight = spelledPlainly(command);
  return {
    kind: 'command',
    words,
    aliases: [
      ...aliasesOf(
        command.args === undefined ? command : { ...command, words, args: { ...command.args, words } },
        otherNames(command, { world, renamed }),
      ),
      ...scriptCommands(command, world),
    ],
    escalations,
    ...(risks.length === 0 ? {} : { risks }),
    ...definedFields({ straight }),
    ...(nearest === undefined ? {} : { carriedBy: outer.length === 0 ? nearest : { ...nearest, outer } }),
  };
}

/** The same command as a rule would spell it: without neutral options, and with `source` for `.`. */
function spelledPlainly({ args, words }: Expanded): readonly Word[] | undefined {
  const [name] = words;
  if (name !== undefined && literalOf(name) === '.')
    return [{ ...name, kind: 'literal', text: 'source' }, ...words.slice(1)];
  return args === undefined ? undefined : stripNeutralOptions(args)?.words;
}

/** Why the variables before the command affect it. */
function passedTo({ assignments, judgement }: Expanded): readonly string[] {
  if (assignments.length === 0) return nothing;
  const onlyReads = judgement?.does === 'reads';
  return assignments
    .map((assignment) => passedOn(assignment, { reads: onlyReads }))
    .filter((reason) => reason !== undefined);
}

const nothing: readonly string[] = [];

/** `X=1` alone: a variable of the shell. A subscript or a value that runs something is judged separately. */
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
    changed === undefined ? { outcome: 'allow', reason: checkReasons.setsVariable } : { outcome: 'pass' };
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
    accesses: assignmentAccesses(command),
    readOnly: changed === undefined,
    insideEdit: false,
    check,
    doubts: changed === undefined ? [] : [changed],
  };
}
