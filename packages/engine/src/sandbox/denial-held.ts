import type { Rule } from '../policy/rules/rule.ts';
import { isImpossible } from './find-need.ts';
import type { Reach } from './part-fit.ts';
import { isFixed } from './restricted-paths.ts';

/**
 * Whether a sandboxed call cannot do what a deny rule forbids, so that it does not matter whether the rule really matches.
 * Files that the rule hides are hidden; a file that does not exist yet can be kept away only at a fixed path.
 */
export function isDenialHeld({ pattern }: Rule, reach: Reach): boolean {
  switch (pattern.about) {
    case 'path':
      return pattern.access === 'read' || isFixed({ pattern });
    case 'host':
      // Listed hosts that match such a rule were removed from the profile.
      return true;
    case 'command': {
      const words = pattern.words.map((word) => (word.is === 'literal' ? word.text : undefined));
      const known = words.slice(0, words.includes(undefined) ? words.indexOf(undefined) : words.length);
      return isImpossible(
        known.map((word) => word ?? ''),
        reach.hosts,
      );
    }
    case 'kind':
      return pattern.of === 'url' && reach.hosts.length === 0;
    case 'effect':
    case 'mcp':
    case 'tool':
      return false;
  }
}
