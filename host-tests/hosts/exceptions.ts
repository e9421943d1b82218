import type { Deed } from './case.ts';

/** Where a host does something else than it should, and why that is not ours to mend. */
export interface Exception {
  readonly hosts: readonly string[];
  readonly case: string;
  readonly deed: Deed;
  readonly why: string;
}

const leftOut =
  'OpenCode leaves out a plugin that cannot be loaded, without a word, and then nothing of ours is asked. The plugin ' +
  'leaves a heartbeat whenever it is loaded, and `permesso doctor` misses it; what the policy refuses without ' +
  'condition also stands in the permissions of OpenCode, which do not need the plugin.';

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
    hosts: ['opencode'],
    case: 'plugin gone',
    deed: 'runs',
    why: leftOut,
  },
  {
    hosts: ['opencode'],
    case: 'plugin throws',
    deed: 'runs',
    why: leftOut,
  },
  {
    hosts: ['codex', 'gemini-cli', 'copilot-cli'],
    case: 'other code rewrites',
    deed: 'runs',
    why:
      'The host runs hooks of others beside ours and takes a changed input from any of them, after we have decided ' +
      'about the first one. It has nothing by which a hook could refuse another. Hooks of a repository count only ' +
      'after the person trusted them, and extensions only after they were installed; `permesso scan` and `permesso ' +
      'doctor` name them. A deny of ours stands.',
  },
  {
    hosts: ['claude-code'],
    case: 'hooks switched off',
    deed: 'runs',
    why:
      '`disableAllHooks` in the settings of a project that the person trusted switches off the hooks and mods of the ' +
      'person too. Only hooks of managed settings stand above it. What the policy denies without condition also ' +
      'stands in `permissions.deny`, which does not need a hook; `permesso scan` and `permesso doctor` name the file.',
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
