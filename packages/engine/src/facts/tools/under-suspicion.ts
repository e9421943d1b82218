import { guardedCheck } from '../danger.ts';
import type { Part } from '../part.ts';
import { mentionedArguments } from './mentioned-arguments.ts';
import { suspectedTouches, type Suspecting } from './suspect-arguments.ts';

/** The part of a tool without a description, with what its arguments seem to name. */
export function underSuspicion(part: Part, suspecting: Suspecting): Part {
  const mentions = mentionedArguments(suspecting);
  const said = mentions === undefined ? part : { ...part, mentions };
  const suspected = suspectedTouches(suspecting);
  if (suspected.length === 0) return said;
  const accesses = [...part.accesses, ...suspected];
  const check = guardedCheck(part.check, suspected, suspecting.world);
  return { ...said, accesses, check, readOnly: part.readOnly && check.outcome !== 'safety' };
}
