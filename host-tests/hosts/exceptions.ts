import type { Deed } from './case.ts';

/** Where a host does something else than it should, and why that is not ours to fix. */
export interface Exception {
  readonly hosts: readonly string[];
  readonly case: string;
  readonly deed: Deed;
  readonly why: string;
}

const leftOut =
  'The host silently skips a plugin that is gone, and OpenCode and Kilo one that cannot be loaded; then Permesso is not ' +
  'asked. The plugin writes a report whenever it is loaded, so `permesso doctor` notices. The unconditional denials ' +
  'of the policy are also in the permissions of OpenCode and Kilo, which do not need the plugin.';

export const exceptions: readonly Exception[] = [
  {
    hosts: ['gemini-cli', 'kimi-code'],
    case: 'sub-agent, deny',
    deed: 'runs',
    why:
      'The host sends the same data for a sub-agent as for the main agent, so rules with `agents` cannot tell them ' +
      'apart; all other rules apply to both.',
  },
  {
    hosts: ['opencode', 'kilo', 'pi'],
    case: 'plugin gone',
    deed: 'runs',
    why: leftOut,
  },
  {
    hosts: ['opencode', 'kilo'],
    case: 'plugin throws',
    deed: 'runs',
    why: leftOut,
  },
  {
    hosts: ['codex', 'gemini-cli', 'copilot-cli'],
    case: 'other code rewrites',
    deed: 'runs',
    why:
      'The host runs other hooks in parallel and accepts a changed input from any of them, after Permesso decided about ' +
      'the original one. A hook cannot block another hook. Repository hooks count only after the person trusted them, ' +
      'and extensions only after they were installed; `permesso scan` and `permesso doctor` list them. Denials still ' +
      'hold.',
  },
  {
    hosts: ['claude-code'],
    case: 'hooks switched off',
    deed: 'runs',
    why:
      '`disableAllHooks` in the settings of a trusted project also disables the hooks and mods of the user. Only hooks in ' +
      'managed settings take precedence. The unconditional denials of the policy are also in `permissions.deny`, which ' +
      'needs no hook; `permesso scan` and `permesso doctor` name the file.',
  },
  {
    hosts: ['codex', 'gemini-cli', 'qwen-code', 'cline'],
    case: 'launcher killed',
    deed: 'runs',
    why:
      'The host runs the call if the hook is killed by a signal, and no process of Permesso is left to deny it. Killing ' +
      'it requires code that already runs as the same user.',
  },
];

export function exceptionFor(host: string, name: string): Exception | undefined {
  return exceptions.find((one) => one.case === name && one.hosts.includes(host));
}
