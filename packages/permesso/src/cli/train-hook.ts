import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '@permesso/gate/disk';
import { answerHook } from '../hook/answer-hook.ts';
import { hookGate } from '../hook/hook-gate.ts';
import type { HookHost } from '@permesso/gate/payloads';
import { hookHosts } from '../host-lists/hook-hosts.ts';

/**
 * Ordinary calls for V8's code cache: compiling for these covers what most calls need. Only a few: with many the
 * cache grows, takes longer to read than it saves, and V8 drops the code that ran first. The bench measures none of
 * them, so its figures are for calls that were not prepared for.
 */
export const trainingCalls: readonly (readonly [tool: string, input: Readonly<Record<string, unknown>>])[] = [
  ['Bash', { command: 'ls -la src && npm test' }],
  ['Bash', { command: 'cd web && NODE_ENV=test npx vitest run "$FILE" > out.log 2>&1' }],
  ['Edit', { file_path: 'src/index.ts', old_string: 'a', new_string: 'b' }],
];

const policy = `allow:
  - Bash(npm test:*)
  - Bash(git commit:*)
  - Read(src/**)
  - Write(src/**)
ask:
  - Bash(git push:*)
deny:
  - Bash(curl:*)
  - Read(**/.env*)
  - mcp__other
`;

/**
 * Decides each of them as the hook would, in a temporary home: nobody is asked, and no log of the person's is
 * written. An earlier process stores the compiled policy there, so code that only a changed policy needs is not
 * compiled here and stays out of the cache.
 */
export async function trainHook(script: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'permesso-train-'));
  try {
    makeFolder(join(home, 'project/src'));
    makeFolder(join(home, '.config/permesso'));
    writeFileSync(join(home, '.config/permesso/policy.yaml'), policy);
    execFileSync(process.execPath, [script, 'compile', '--home', home], { stdio: 'ignore' });
    await decideTraining(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

export async function decideTraining(home: string): Promise<void> {
  const host = hookHosts.get('claude-code');
  if (host === undefined) return;
  for (const call of trainingCalls) await decideOne(call, { host, home, project: join(home, 'project') });
}

interface Training {
  readonly host: HookHost;
  readonly home: string;
  readonly project: string;
}

async function decideOne(
  [tool, input]: (typeof trainingCalls)[number],
  { host, home, project }: Training,
): Promise<void> {
  const payload = {
    session_id: 'training',
    cwd: project,
    hook_event_name: 'PreToolUse',
    transcript_path: '/home/me/.claude/projects/-app/s.jsonl',
    tool_name: tool,
    tool_input: input,
  };
  const { signal } = new AbortController();
  const gateFor: Parameters<typeof answerHook>[1]['gateFor'] = (call) =>
    hookGate(call, { host, ask: 'host', patience: 1000, home, env: {}, root: project });
  await answerHook(JSON.stringify(payload), { host, signal, gateFor });
}
