import type { World } from '../world/world.ts';
import type { Access } from './access.ts';
import type { Check } from './part.ts';
import { criticalRemoval } from './paths/critical.ts';
import { protection, type Danger } from './paths/protected.ts';

/** Why a person must approve this access whatever the rules say: protected places, removals that are likely mistakes. */
export function dangerOf(reached: Access, world: World): Danger | undefined {
  if (reached.kind !== 'read' && reached.kind !== 'write' && reached.kind !== 'delete') return undefined;
  const { path } = reached;
  const critical = reached.kind === 'delete' ? criticalRemoval({ path, world }) : undefined;
  return critical ?? protection({ path, access: reached.kind, world });
}

/** The tool's own denial or safety ask stands; any other opinion gives way to a danger among its accesses. */
export function guardedCheck(check: Check, accesses: readonly Access[], world: World): Check {
  if (check.outcome === 'deny' || check.outcome === 'safety') return check;
  for (const reached of accesses) {
    const danger = dangerOf(reached, world);
    if (danger !== undefined && !isGuess(reached)) return { outcome: 'safety', ...danger };
  }
  return suspectedDanger(accesses, world) ?? check;
}

/** A suspected access may lead anywhere; that alone is not a danger. */
function suspectedDanger(accesses: readonly Access[], world: World): Check | undefined {
  for (const reached of accesses) {
    if (!isGuess(reached) || !('path' in reached) || !reached.path.known) continue;
    const danger = dangerOf(reached, world);
    if (danger === undefined || danger.code === 'unknown-target') continue;
    const by = reached.suspected === undefined ? '' : ` (its argument \`${reached.suspected}\` names it)`;
    return { outcome: 'safety', code: danger.code, reason: `${danger.reason}${by}` };
  }
  return undefined;
}

function isGuess(reached: Access): boolean {
  return 'perhaps' in reached || 'suspected' in reached;
}

/** Whether it would read something that is protected from reading. Such a call is not read-only, whatever its tool claims. */
export function readsProtected(accesses: readonly Access[], world: World): boolean {
  return accesses.some((reached) => reached.kind === 'read' && dangerOf(reached, world) !== undefined);
}
