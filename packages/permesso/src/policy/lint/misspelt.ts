import { didYouMean } from '../file/did-you-mean.ts';
import { knownNames } from '../known-tools.ts';
import type { Rule } from '../rule.ts';

/** Names that rules begin with. The small ones (`read`, `url`) are too near to names that apps give their own tools. */
const capitals = [...knownNames.keys(), 'WebSearch'].filter((name) => /^[A-Z]/u.test(name));

/**
 * The name that was probably meant. Any tool may be called as it likes, so it is only said, not refused; but a deny with
 * one letter too many denies nothing.
 */
export function misspelt({ pattern }: Rule): string | undefined {
  if (pattern.about !== 'tool' || capitals.includes(pattern.name)) return undefined;
  if (/^(?:mcp_(?!_)|mpc_|mcp-)/iu.test(pattern.name)) return 'mcp__server__tool';
  return /^[A-Z]/u.test(pattern.name) ? didYouMean(pattern.name, capitals, { slips: 1 }) : undefined;
}
