import { didYouMean } from '../../messages/did-you-mean.ts';
import { knownNames } from '../rules/known-tools.ts';
import type { Rule } from '../rules/rule.ts';
import type { Finding } from './finding.ts';

/** Names that rules begin with. The lower-case ones (`read`, `url`) are too similar to names that apps give their own tools. */
const capitals = [...knownNames.keys(), 'WebSearch'].filter((name) => /^[A-Z]/u.test(name));

type NameFinding = Pick<Finding, 'code' | 'severity' | 'message' | 'fix'>;

/** What is odd about an unknown tool's name. Tools may have any name, so this is only a hint. */
export function oddName({ pattern }: Rule): NameFinding | undefined {
  if (pattern.about !== 'tool' || capitals.includes(pattern.name)) return undefined;
  const meant = meantBy(pattern.name);
  return meant === undefined
    ? undefined
    : {
        code: 'misspelt',
        severity: 'warning',
        message: 'no known tool is called so, and one is called almost so',
        fix: `write ${meant}, if that is meant`,
      };
}

/** A deny with one letter too many denies nothing. */
function meantBy(name: string): string | undefined {
  if (/^(?:mcp_(?!_)|mpc_|mcp-)/iu.test(name)) return 'mcp__server__tool';
  return /^[A-Z]/u.test(name) ? didYouMean(name, capitals, { slips: 1 }) : undefined;
}
