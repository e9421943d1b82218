import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hookHosts } from '../host-lists/hook-hosts.ts';
import type { Payload } from '@permesso/gate/payloads';
import { callsIn, type HookEnvironment } from '../intercept/host-shell.ts';
import { withoutLeaving } from '../intercept/sandboxed-command.ts';

/** The shell that is handed over with the real payload of a shell command. */
function shellFor(name: string, env: HookEnvironment, more: Payload = {}): string | undefined {
  const host = hookHosts.get(name);
  if (host === undefined) throw new Error(`there is no host ${name}`);
  const file = join(import.meta.dirname, '../hosts', name, 'fixtures/shell.json');
  const payload = JSON.parse(readFileSync(file, 'utf8')) as Payload;
  const incoming = callsIn(host, { ...payload, ...more }, env);
  if ('malformed' in incoming) throw new Error(incoming.malformed);
  return incoming.calls[0].shell;
}

describe('a shell command is read for the shell that its host starts', () => {
  test.each(['gemini-cli', 'qwen-code', 'cline', 'copilot-cli'])(
    '%s starts bash, whatever $SHELL says',
    (name) => {
      expect(shellFor(name, { SHELL: '/bin/zsh' })).toBe('bash');
      expect(shellFor(name, {})).toBe('bash');
    },
  );

  test.each(['codex', 'cursor', 'kiro', 'windsurf'])(
    '%s may start any: its hook cannot see which',
    (name) => {
      expect(shellFor(name, { SHELL: '/bin/bash' })).toBeUndefined();
    },
  );

  test.each<[HookEnvironment, string | undefined]>([
    [{ SHELL: '/bin/bash' }, 'bash'],
    [{ SHELL: '/bin/bash', CLAUDE_CODE_SHELL: '/bin/sh' }, 'bash'],
    // Claude Code looks for a shell of its own choice.
    [{}, undefined],
    [{ SHELL: '/bin/sh' }, undefined],
    [{ SHELL: '/usr/bin/fish' }, undefined],
    // The settings of a repository can set these: a file of its own may be any shell under any name.
    [{ SHELL: '/srv/app/bin/bash' }, undefined],
    [{ SHELL: '/tmp/bash' }, undefined],
    [{ SHELL: 'bash' }, undefined],
    [{ SHELL: '/bin/../tmp/bash' }, undefined],
    [{ SHELL: '/usr/bin/bash-or-so' }, undefined],
    [{ SHELL: '/opt/local/bin/zsh' }, undefined],
    [{ SHELL: '/bin/bash', CLAUDE_CODE_SHELL: '/srv/app/zsh' }, undefined],
    [{ SHELL: '/bin/bash', CLAUDE_CODE_SHELL: '/srv/zsh/bin/sh' }, undefined],
  ])('Claude Code with %j: %s', (env, shell) => {
    expect(shellFor('claude-code', env)).toBe(shell);
  });

  test.each<[Payload, string | undefined]>([
    [{ shell: '/bin/bash' }, 'bash'],
    [{ shell: '/bin/sh' }, 'sh'],
    // Nothing that is written for it is understood.
    [{ shell: '/usr/bin/fish' }, 'fish'],
    [{ shell: 'pwsh' }, 'pwsh'],
    [{}, undefined],
    [{ shell: '' }, undefined],
    [{ shell: 'zsh' }, undefined],
    [{ shell: '/srv/app/bash' }, undefined],
    [{ shell: ['/bin/bash'] }, undefined],
  ])('OpenCode whose plugin says %j: %s', (told, shell) => {
    expect(shellFor('opencode', { SHELL: '/bin/bash' }, told)).toBe(shell);
  });

  test('a call that may run sandboxed may run in bash, whatever the host starts', () => {
    const call = { tool: 'Bash', input: { command: 'ls' } };
    const calls = [
      { ...call, shell: 'zsh' },
      { ...call, shell: 'bash' },
    ] as const;
    expect(withoutLeaving({ calls })).toEqual([call, { ...call, shell: 'bash' }]);
  });
});
