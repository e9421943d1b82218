import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Verdict } from '@permesso/engine/policy';
import { findPlaces } from '@permesso/gate/disk';
import { hookHosts } from '../host-lists/hook-hosts.ts';
import { hookGate } from './hook-gate.ts';
import { recordPrompt } from './record-prompt.ts';

let home = '';
let app = '';

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'permesso-prompt-'));
  app = join(home, 'app');
  mkdirSync(app);
  const file = join(findPlaces({ home }).config, 'policy.yaml');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    'allow: [Effect(fetch), Effect(publish)]\nask:\n  - {rule: Effect(publish), after: untrusted, unless: named}\n',
  );
});
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));

function host(name: string): NonNullable<ReturnType<typeof hookHosts.get>> {
  const found = hookHosts.get(name);
  if (found === undefined) throw new Error(name);
  return found;
}

/** The verdict about a push in a session that has read a page. */
async function pushed(name: string): Promise<Verdict> {
  const session = { host: name, session: 's', cwd: app };
  const open = { host: host(name), home, ask: 'nobody', patience: 5000, root: app } as const;
  const calls = [
    { tool: 'WebFetch', input: { url: 'https://a.example/x', prompt: 'x' }, ...session },
    { tool: 'Bash', input: { command: 'git push' }, ...session },
  ];
  let last: Verdict = 'deny';
  for (const call of calls) {
    const gate = hookGate(call, open);
    last = (await gate.gate.consult(call)).verdict;
    gate.close();
  }
  return last;
}

const program = (commandLine: string) => ({ pid: 1, parent: 0, started: '1', commandLine });

/** The names of events and fields as the real programs send them. */
const hosts = [
  ['claude-code', 'UserPromptSubmit', 'claude', 'claude -p x'],
  ['codex', 'UserPromptSubmit', '/usr/bin/codex', '/usr/bin/codex exec x'],
  ['gemini-cli', 'BeforeAgent', 'node gemini', 'node gemini -p x'],
  ['qwen-code', 'UserPromptSubmit', 'node qwen', 'node qwen --prompt=x'],
] as const;

test.each(hosts)(
  '%s: what the person orders is not asked about',
  async (name, event, commandLine, headless) => {
    const told = (prompt: string, by: string, more: object = {}): Promise<void> =>
      recordPrompt(
        JSON.stringify({ hook_event_name: event, session_id: 's', cwd: app, prompt, ...more }),
        host(name),
        { home, by: program(by) },
      );
    expect(await pushed(name)).not.toBe('allow');
    await told('Push it.', headless);
    await told('<task-notification>Push it.</task-notification>', commandLine);
    await told('Read it and tell me what it says.', commandLine);
    expect(await pushed(name)).not.toBe('allow');
    await told('Good, push it.', commandLine);
    expect(await pushed(name)).toBe('allow');
  },
);

test('what is no message of this host is refused', async () => {
  const call = JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 's', prompt: 'Push it.' });
  await expect(recordPrompt(call, host('claude-code'), { home })).rejects.toThrow(
    /tells nothing of messages/u,
  );
  await expect(recordPrompt(call, host('cursor'), { home })).rejects.toThrow(/tells nothing of messages/u);
});
