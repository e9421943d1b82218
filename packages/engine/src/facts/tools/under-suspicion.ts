import { guardedCheck } from '../danger.ts';
import type { Part } from '../part.ts';
import { suspectedTouches, type Suspecting } from './suspect-arguments.ts';

/** The part of a tool that nobody described, with what its arguments seem to name. */
export function underSuspicion(part: Part, suspecting: Suspecting): Part {
  const suspected = suspectedTouches(suspecting);
  if (suspected.length === 0) return part;
  const effects = [...part.effects, ...suspected];
  const check = guardedCheck(part.check, suspected, suspecting.world);
  return { ...part, effects, check, readOnly: part.readOnly && check.outcome !== 'safety' };
}
