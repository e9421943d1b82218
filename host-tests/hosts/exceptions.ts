import type { Deed } from './case.ts';

/** Where a host does something else than it should, and why that is not ours to mend. */
export interface Exception {
  readonly hosts: readonly string[];
  readonly case: string;
  readonly deed: Deed;
  readonly why: string;
}

export const exceptions: readonly Exception[] = [
  {
    hosts: ['gemini-cli'],
    case: 'sub-agent, deny',
    deed: 'runs',
    why:
      'What Gemini CLI sends about a call of a sub-agent is what it sends about one of the main agent, so rules for ' +
      'agents cannot tell them apart; all other rules bind both.',
  },
  {
    hosts: ['codex', 'gemini-cli', 'qwen-code', 'cline'],
    case: 'launcher killed',
    deed: 'runs',
    why:
      'The host runs a call when the hook ends by a signal, and nothing of ours is alive to say no. Whoever can kill ' +
      'it runs as the same user already: it is not a way in for a call, but for a program that was let in before.',
  },
];

export function exceptionFor(host: string, name: string): Exception | undefined {
  return exceptions.find((one) => one.case === name && one.hosts.includes(host));
}
