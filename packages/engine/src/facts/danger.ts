import type { World } from '../world/world.ts';
import type { Effect } from './effect.ts';
import type { Check } from './part.ts';
import { criticalRemoval } from './paths/critical.ts';
import { protection, type Danger } from './paths/protected.ts';

/** Why one effect needs a person's yes whatever the rules say: protected places, removals nobody means. */
export function dangerOf(effect: Effect, world: World): Danger | undefined {
  if (effect.kind !== 'read' && effect.kind !== 'write' && effect.kind !== 'delete') return undefined;
  const { path } = effect;
  const critical = effect.kind === 'delete' ? criticalRemoval({ path, world }) : undefined;
  return critical ?? protection({ path, access: effect.kind, world });
}

/** A tool's own refusal stands; every other opinion of its own gives way to a danger among its effects. */
export function guardedCheck(check: Check, effects: readonly Effect[], world: World): Check {
  if (check.outcome === 'deny' || check.outcome === 'safety') return check;
  for (const effect of effects) {
    const danger = dangerOf(effect, world);
    if (danger !== undefined && !isGuess(effect)) return { outcome: 'safety', ...danger };
  }
  return suspectedDanger(effects, world) ?? check;
}

/** Nobody knows where a guess leads; that alone is no danger. */
function suspectedDanger(effects: readonly Effect[], world: World): Check | undefined {
  for (const effect of effects) {
    if (!isGuess(effect) || !('path' in effect) || !effect.path.known) continue;
    const danger = dangerOf(effect, world);
    if (danger === undefined || danger.code === 'unknown-target') continue;
    const by = effect.suspected === undefined ? '' : ` (its argument \`${effect.suspected}\` names it)`;
    return { outcome: 'safety', code: danger.code, reason: `${danger.reason}${by}` };
  }
  return undefined;
}

function isGuess(effect: Effect): boolean {
  return 'perhaps' in effect || 'suspected' in effect;
}

/** Whether it would read what is protected from reading: such a call is not read-only, whatever its tool says. */
export function readsProtected(effects: readonly Effect[], world: World): boolean {
  return effects.some((effect) => effect.kind === 'read' && dangerOf(effect, world) !== undefined);
}
