import { definedFields } from '../call/defined-fields.ts';
import type { KeepQuestion, World } from '../world/world.ts';
import type { Access, PathAccess } from './access.ts';
import type { Effect } from './effect.ts';
import type { Facts, Part } from './part.ts';
import { touchedFiles } from './paths/glob-matches.ts';
import { isScratch } from './paths/scratch.ts';
import { gitLoss, isForeach, leavesGitAlone } from './git-losses.ts';
import { literalOf } from './shell/read/words/word.ts';

/** A file or directory that a call may remove, rename or overwrite; or what a git command may lose. */
export interface Loss extends KeepQuestion {
  /**
   * `renames`: it exists elsewhere afterwards. `overwrites`: the file itself is written to, so a hard link would change with
   * it. `marks`: the mode or owner of a directory, and nothing in it.
   */
  readonly how: 'removes' | 'renames' | 'overwrites' | 'marks' | 'git';
  /** An effect promises that it is kept, whatever else the call does to it. */
  readonly isPromised?: true;
}

/** For a tool that removes a file: nothing else in the call precedes it. */
export function keptRemoval(access: PathAccess, world: World): Effect {
  const { path } = access;
  const asked: KeepQuestion | undefined =
    path.known && path.real === path.written ? { path: path.written } : undefined;
  const answer = asked === undefined ? undefined : world.keeps?.(asked);
  if (asked !== undefined && answer === 'kept') return { effect: 'delete', access, kept: [asked] };
  return { effect: 'lose', access, ...(typeof answer === 'object' ? { unkept: answer.why } : {}) };
}

/**
 * Marks what git commands lose as kept, where it is: their row says `lose` and names no file. If another git command in the
 * same call may add something that is not kept (`git add -f .env && git reset --hard`), nothing changes.
 */
export function withKeptGit(parts: Facts['parts'], world: World): Facts['parts'] {
  const { keeps } = world;
  if (keeps === undefined || !parts.some(losesInGit)) return parts;
  if (!parts.every((part) => leavesGitAlone(part) || gitLoss(part) !== undefined)) return parts;
  // `git checkout topic` may turn another directory into a submodule.
  const places = parts.filter((part) => gitLoss(part) !== undefined && !part.readOnly);
  const inSubmodules = places.map(({ submodulesOf }) => submodulesOf !== undefined);
  if (new Set(inSubmodules).size > 1) return parts;
  const [first, ...rest] = parts;
  const whole = (part: Part): Part => {
    const asked = losesInGit(part) ? gitLoss(part) : undefined;
    const answers = asked?.map((each) => keeps(each)) ?? [];
    if (asked === undefined || part.effects === undefined || answers.length === 0) return part;
    const refused = answers.find((answer) => answer !== 'kept');
    const effects = part.effects.map((effect): Effect => {
      if (effect.effect !== 'lose' || effect.access !== undefined) return effect;
      return refused === undefined
        ? { ...effect, effect: 'delete', kept: asked }
        : { ...effect, unkept: refused.why };
    });
    return { ...part, effects };
  };
  const [one, ...others] = [whole(first), ...rest.map(whole)] as const;
  const known = (part: Part): Part =>
    startsOnlyKept(part, [one, ...others]) ? { ...part, effects: looks } : part;
  return [known(one), ...others.map(known)];
}

const looks: readonly Effect[] = [{ effect: 'read' }];

/** `git submodule foreach` adds nothing to what it starts, if all of that is git and kept. */
function startsOnlyKept(part: Part, parts: Facts['parts']): boolean {
  if (!isForeach(part)) return false;
  const started = parts.filter((other) => other !== part && other.span?.start === part.span?.start);
  return started.length > 0 && started.every((other) => other.submodulesOf !== undefined && keepsAll(other));
}

function keepsAll({ effects = [] }: Part): boolean {
  return effects.some(({ kept }) => kept !== undefined) && !effects.some(({ effect }) => effect === 'lose');
}

function losesInGit({ effects = [] }: Part): boolean {
  return effects.some(({ effect, access }) => effect === 'lose' && access === undefined);
}

/** Everything on this machine that the call and its scripts are known to remove, rename or overwrite. */
export function lossesIn({ parts }: Facts, world: World): readonly Loss[] {
  const found = new Map<string, Loss>();
  const add = (loss: Loss): void => {
    const key = JSON.stringify([loss.path, loss.names, loss.git?.loses, loss.git?.words]);
    const before = found.get(key);
    const isPromised = before?.isPromised ?? loss.isPromised;
    const strongest = before === undefined || loss.how === 'overwrites' ? loss : before;
    found.set(key, { ...strongest, ...definedFields({ isPromised }) });
  };
  for (const part of parts.flatMap((each) => [each, ...(each.runs ?? [])])) {
    for (const asked of (part.effects ?? []).flatMap(({ kept }) => kept ?? []))
      add({ ...asked, how: asked.git === undefined ? 'removes' : 'git', isPromised: true });
    for (const access of changesOf(part))
      for (const loss of lossesOf(access, { world, setsMarks: setsMarks(part) })) add(loss);
  }
  return [...found.values()];
}

function changesOf({ subject, accesses }: Part): readonly PathAccess[] {
  const own: readonly PathAccess[] =
    subject.kind === 'path' && subject.access !== 'read'
      ? [{ kind: subject.access, path: subject.path }]
      : [];
  return [...own, ...accesses.filter(isChange)];
}

function isChange(access: Access): access is PathAccess {
  return (
    (access.kind === 'write' || access.kind === 'delete') &&
    !('perhaps' in access) &&
    !('suspected' in access)
  );
}

/** For these the directory's own marks change; for all others it is the place of what they write. */
const markSetters: ReadonlySet<string> = new Set(['chmod', 'chown', 'chgrp']);

function setsMarks({ subject }: Part): boolean {
  return subject.kind === 'command' && markSetters.has(literalOf(subject.words[0]) ?? '');
}

function lossesOf(
  access: PathAccess,
  { world, setsMarks: isMarking }: { readonly world: World; readonly setsMarks: boolean },
): readonly Loss[] {
  return (touchedFiles(access, world) ?? []).flatMap((path): readonly Loss[] => {
    if (!path.known || path.found === true || isScratch(path, world)) return [];
    if (access.kind === 'delete')
      return [{ path: path.written, how: access.moved === true ? 'renames' : 'removes' }];
    // A write follows a link (`echo x > link`) or replaces it (`mv x link`).
    const link: readonly Loss[] =
      world.entry(path.written).is === 'link' ? [{ path: path.written, how: 'overwrites' }] : [];
    const target = typeof path.real === 'string' ? path.real : undefined;
    if (target === undefined) return link;
    const { is } = world.entry(target);
    const isWritten = is === 'file' || (is === 'directory' && path.grows === true);
    if (isWritten) return [...link, { path: target, how: 'overwrites' }];
    return is === 'directory' && isMarking ? [...link, { path: target, how: 'marks' }] : link;
  });
}
