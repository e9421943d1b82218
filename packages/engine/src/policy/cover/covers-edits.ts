import type { PathAccess } from '../../facts/access.ts';
import type { Part } from '../../facts/part.ts';
import { isScratch } from '../../facts/paths/scratch.ts';
import { touchedFiles } from '../../facts/paths/glob-matches.ts';
import type { World } from '../../world/world.ts';
import { coversPath } from '../patterns/path-glob.ts';
import type { Rule } from '../rules/rule.ts';

/**
 * Whether an allow rule about editing covers a command that only edits: `Edit(./**)` permits `cp a b` if it permits writing
 * `b`. The command may read anything, as `cat` may: protected files and deny rules apply first.
 */
export function coversEdits({ pattern, origin }: Rule, part: Part, world: World): boolean {
  if (part.edits !== true) return false;
  const isAll = pattern.about === 'kind' && pattern.of === 'write';
  const isPath = pattern.about === 'path' && pattern.access === 'write' && pattern.tool === undefined;
  if (!isAll && !isPath) return false;
  return part.accesses.filter(isChange).every((change) => {
    // `jq . a > /tmp/x && mv /tmp/x a`: a scratch file that is moved persists under its new name.
    if (change.moved === true && isScratch(change.path, world)) return true;
    const files = touchedFiles(change, world);
    return (
      files?.every(
        (file) => isAll || (isPath && coversPath({ glob: pattern.glob, path: file, anchor: origin, world })),
      ) === true
    );
  });
}

function isChange(reached: Part['accesses'][number]): reached is PathAccess {
  return reached.kind === 'write' || reached.kind === 'delete';
}
