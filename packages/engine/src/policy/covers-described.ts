import type { Kind } from '../call/kind.ts';
import type { Effect } from '../facts/effect.ts';
import type { Part } from '../facts/part.ts';
import type { World } from '../world/world.ts';
import { coversHost } from './patterns/host-pattern.ts';
import { coversPath } from './patterns/path-glob.ts';
import type { Rule } from './rules/rule.ts';

/**
 * Whether an allow rule about files or hosts covers an MCP call: only if somebody described the tool completely, and
 * the rule covers everything that it does. What is only suspected of a call proves nothing, so one such effect is enough
 * for a no.
 */
export function coversDescribed({ pattern, origin }: Rule, part: Part, world: World): boolean {
  if (part.complete !== true || part.effects.length === 0) return false;
  if (pattern.about !== 'kind' && pattern.about !== 'path' && pattern.about !== 'host') return false;
  if (pattern.about === 'path' && pattern.tool !== undefined) return false;
  return part.effects.every((effect) => {
    if ('perhaps' in effect || 'suspected' in effect) return false;
    if (pattern.about === 'kind') return kindOf(effect) === pattern.of;
    if (pattern.about === 'host') return effect.kind === 'network' && coversHost(pattern.host, effect.url);
    return (
      'path' in effect &&
      kindOf(effect) === pattern.access &&
      coversPath({ glob: pattern.glob, path: effect.path, anchor: origin, world })
    );
  });
}

function kindOf(effect: Effect): Kind | undefined {
  if (effect.kind === 'read') return 'read';
  if (effect.kind === 'network') return 'url';
  return effect.kind === 'write' || effect.kind === 'delete' ? 'write' : undefined;
}
