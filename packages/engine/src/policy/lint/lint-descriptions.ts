import type { GivenDescription } from '../../facts/described-tool.ts';
import type { Policy } from '../policy.ts';
import type { Finding } from './finding.ts';

/** Descriptions of MCP tools that are never used, because an earlier one also matches. */
export function lintDescriptions({ descriptions }: Pick<Policy, 'descriptions'>): readonly Finding[] {
  const counting = descriptions.filter(({ counts }) => counts === 'replaces');
  return counting.flatMap((one, index): readonly Finding[] => {
    const before = counting.slice(0, index).find((other) => takesIn(other, one));
    if (before === undefined) return [];
    return [
      {
        code: 'shadowed',
        severity: 'warning',
        message: `the description of ${one.tool} is never used: that of ${before.tool} comes before it`,
        fix: 'put the narrower description first, or remove it',
        removable: false,
      },
    ];
  });
}

function takesIn({ tool: wide }: GivenDescription, { tool }: GivenDescription): boolean {
  return wide.endsWith('*') ? tool.startsWith(wide.slice(0, -1)) : tool === wide;
}
