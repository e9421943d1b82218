import type { Case } from './case.ts';
import { contractCases } from './cases.ts';
import { otherCodeCases } from './other-code.ts';
import { sabotageCases } from './sabotage.ts';
import { shellCases } from './shells.ts';

export const allCases: readonly Case[] = [
  ...contractCases,
  ...sabotageCases,
  ...otherCodeCases,
  ...shellCases,
];

/** What every change is tried with: openly licensed programs, and one case for each way to an answer. */
export const slice = {
  hosts: ['codex', 'gemini-cli', 'opencode'],
  cases: [
    'no hook',
    'allow',
    'deny',
    'ask, yes',
    'rewrite',
    'observe',
    'outcome',
    'mcp, deny',
    'hook gone',
    'hook lies',
    'hook killed',
    'policy broken',
    'disk full, ask',
    'other code allows',
    'other code rewrites',
    'shell, bash',
  ],
};
