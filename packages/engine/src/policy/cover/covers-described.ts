import type { Kind } from '../../call/kind.ts';
import type { Access } from '../../facts/access.ts';
import type { Part } from '../../facts/part.ts';
import type { World } from '../../world/world.ts';
import { coversHost } from '../patterns/host-pattern.ts';
import { coversPath } from '../patterns/path-glob.ts';
import type { Rule } from '../rules/rule.ts';

/**
 * Whether an allow rule about files or hosts covers an MCP call: only if the tool is described completely and the rule covers
 * everything that it does. Suspected accesses prove nothing, so a single one is enough to fail.
 */
export function coversDescribed({ pattern, origin }: Rule, part: Part, world: World): boolean {
  if (part.complete !== true || part.accesses.length === 0) return false;
  if (pattern.about !== 'kind' && pattern.about !== 'path' && pattern.about !== 'host') return false;
  if (pattern.about === 'path' && pattern.tool !== undefined) return false;
  return part.accesses.every((reached) => {
    if ('perhaps' in reached || 'suspected' in reached) return false;
    if (pattern.about === 'kind') return kindOf(reached) === pattern.of;
    if (pattern.about === 'host') return reached.kind === 'network' && coversHost(pattern.host, reached.url);
    return (
      'path' in reached &&
      kindOf(reached) === pattern.access &&
      coversPath({ glob: pattern.glob, path: reached.path, anchor: origin, world })
    );
  });
}

function kindOf(reached: Access): Kind | undefined {
  if (reached.kind === 'read') return 'read';
  if (reached.kind === 'network') return 'url';
  return reached.kind === 'write' || reached.kind === 'delete' ? 'write' : undefined;
}
