import type { Effect, EffectName } from '../../facts/effect.ts';
import { effectsOf } from '../../facts/part-effects.ts';
import { provenUnder, withRealNames } from '../../facts/paths/contains.ts';
import { touchedFiles } from '../../facts/paths/glob-matches.ts';
import { isScratch } from '../../facts/paths/scratch.ts';
import type { PathFact } from '../../facts/paths/path-fact.ts';
import type { World } from '../../world/world.ts';
import { coversHost } from '../patterns/host-pattern.ts';
import { coversPath } from '../patterns/path-glob.ts';
import { conditionsHold, speaksOf, type Target } from '../rules/match-rule.ts';
import type { Rule } from '../rules/rule.ts';

/** An effect of a part, with the allow rules that cover it. */
export interface CoveredEffect {
  readonly effect: Effect;
  readonly rules: readonly Rule[];
}

/** The allow rules for each effect of a part: together they allow the part if every effect has one. */
export function coverEffects(rules: Iterable<Rule>, target: Target): readonly CoveredEffect[] {
  const { part, world } = target;
  if (part.subject.kind === 'unknown-call') return [];
  const able = [...rules].filter((rule) => isAboutEffects(rule) && speaksOf(rule, part));
  if (able.length === 0) return [];
  const holding = able.filter((rule) => conditionsHold(rule, target));
  return effectsOf(part).map((effect) => ({
    effect,
    rules: holding.filter((rule) => coversEffect(rule, effect, world)),
  }));
}

function isAboutEffects({ pattern: { about } }: Rule): boolean {
  return about !== 'command' && about !== 'mcp' && about !== 'tool';
}

function coversEffect({ pattern, origin }: Rule, effect: Effect, world: World): boolean {
  if (pattern.about === 'effect') return pattern.effect === effect.effect && isInReach(effect, world);
  const { access } = effect;
  if (access === undefined) return false;
  const kind = kindOf(access.kind);
  if (!byTarget[kind].includes(effect.effect)) return false;
  switch (pattern.about) {
    case 'kind':
      // A file that a command writes and that cannot be named is not covered by a rule about writing.
      return pattern.of === kind && (access.kind === 'network' || touchedFiles(access, world) !== undefined);
    case 'path':
      return (
        access.kind !== 'network' &&
        pattern.tool === undefined &&
        pattern.access === kind &&
        coversPath({ glob: pattern.glob, path: access.path, anchor: origin, world })
      );
    case 'host':
      return access.kind === 'network' && coversHost(pattern.host, access.url);
    default:
      return false;
  }
}

/**
 * The effects that a rule about a file or host covers: permission to edit a file does not permit losing it, and permission to
 * request from a host does not permit sending to it.
 */
const byTarget: Readonly<Record<'read' | 'write' | 'url', readonly EffectName[]>> = {
  read: ['read', 'secret'],
  write: ['edit', 'delete'],
  url: ['fetch', 'serve', 'remote-read'],
};

function kindOf(kind: 'read' | 'write' | 'delete' | 'network'): keyof typeof byTarget {
  if (kind === 'network') return 'url';
  return kind === 'read' ? 'read' : 'write';
}

/** Rules for editing and removing by effect cover working and scratch directories; elsewhere a rule about the file is needed. */
function isInReach({ effect, access, kept }: Effect, world: World): boolean {
  if (effect !== 'edit' && effect !== 'delete') return true;
  if (access === undefined || access.kind === 'network') return true;
  // A pattern of any depth matches only below what is kept for it.
  const files =
    touchedFiles(access, world) ??
    kept?.map(({ path }): PathFact => ({ known: true, written: path, real: path }));
  return files?.every((file) => isScratch(file, world) || isWorking(file, world)) === true;
}

function isWorking(path: PathFact, world: World): boolean {
  const directories = withRealNames(world.workingDirectories, world);
  if (provenUnder(path, directories)) return true;
  return (
    path.known &&
    typeof path.real === 'string' &&
    directories.includes(path.written) &&
    directories.includes(path.real)
  );
}
