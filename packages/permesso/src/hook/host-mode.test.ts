import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerHook } from './answer-hook.ts';
import { claudeCode } from '@permesso/gate/payloads';
import { hookGate } from './hook-gate.ts';

let home = '';

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'permesso-host-mode-'));
  write('app/src/a.ts', '');
});
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}

const listed = 'hostModes: [acceptEdits]\n';

/** What the hook says to an edit in the project, while Claude Code says that it is in this mode. */
async function saidTo(mode: string): Promise<string | undefined> {
  const cwd = join(home, 'app');
  const payload = {
    hook_event_name: 'PreToolUse',
    transcript_path: '/home/me/.claude/projects/-app/s.jsonl',
    session_id: 's',
    cwd,
    permission_mode: mode,
    tool_name: 'Write',
    tool_input: { file_path: join(cwd, 'src/a.ts'), content: 'x' },
  };
  const { stdout } = await answerHook(JSON.stringify(payload), {
    host: claudeCode,
    gateFor: (call, how) => hookGate(call, { home, ask: 'host', patience: 1000, root: cwd, ...how }),
    signal: AbortSignal.timeout(10_000),
  });
  return /"permissionDecision":"(\w+)"/.exec(stdout)?.[1];
}

test('the settings of a repository choose a mode, and nothing loosens', async () => {
  write('app/.claude/settings.json', '{"permissions":{"defaultMode":"acceptEdits"}}');
  write('app/.permesso/policy.yaml', listed);
  write('app/.permesso/policy.local.yaml', listed);
  for (const mode of ['default', 'acceptEdits', 'bypassPermissions', 'auto', 'plan'])
    expect([mode, await saidTo(mode)]).toEqual([mode, 'ask']);
  expect(await saidTo('dontAsk')).toBe('deny');
});

test('the person lets acceptEdits count, and nothing else', async () => {
  write('.config/permesso/policy.yaml', listed);
  expect(await saidTo('acceptEdits')).toBe('allow');
  for (const mode of ['default', 'bypassPermissions', 'auto', 'plan'])
    expect([mode, await saidTo(mode)]).toEqual([mode, 'ask']);
});
