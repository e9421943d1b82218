import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createGate } from '@permesso/gate/gate';
import { takeCall } from '@permesso/gate/sandbox-calls';
import { answerHook } from './answer-hook.ts';
import { hookHosts } from '../host-lists/hook-hosts.ts';
import type { Reply } from '@permesso/gate/payloads';
import type { HookGate } from '../intercept/intercept.ts';
import { sandboxedCommand, sandboxedState, type SandboxWish } from '../intercept/sandboxed-command.ts';

let place = '';
let project = '';
let folder = '';

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'permesso-rewrite-'));
  project = join(place, 'app');
  folder = join(place, 'sandbox');
  mkdirSync(project);
});

afterEach(() => rmSync(place, { recursive: true, force: true, maxRetries: 20 }));

const proven = { engine: 'sandbox-runtime', version: '0', proven: true };
const left = { engine: 'none', version: '', proven: false, whyNot: 'the agent asks to run it outside' };

/** As the hook's own gate, with a sandbox that is taken to be there. */
function gateWith(wish: SandboxWish, asks: HookGate['asks']): HookGate {
  const gate = createGate({
    policy: { sandbox: 'on' },
    ...(wish === 'none' ? {} : { sandbox: wish === 'left' ? left : proven }),
  });
  const where = { folder, program: '/opt/permesso/main.js', cwd: project };
  return {
    gate,
    asks,
    usesSandbox: wish !== 'none',
    ...(wish === 'carried'
      ? {
          inSandbox: (call, obligation) => sandboxedCommand(call, obligation, where),
          rewritten: ({ input }) => sandboxedState(input['command'], folder),
        }
      : {}),
    close: () => undefined,
  };
}

async function answer(name: string, payload: object): Promise<Reply> {
  const host = hookHosts.get(name);
  if (host === undefined) throw new Error(name);
  return answerHook(JSON.stringify(payload), {
    host,
    signal: AbortSignal.timeout(5000),
    gateFor: (_call, { sandboxed }) => gateWith(sandboxed, host.asks),
  });
}

/** By which a program is recognised. */
const marks: Readonly<Record<string, object>> = {
  'claude-code': { session_id: 's', transcript_path: '/home/me/.claude/projects/-app/s.jsonl' },
  'qwen-code': {
    session_id: 's',
    transcript_path: '/home/me/.qwen/projects/-app/chats/s.jsonl',
    timestamp: 'now',
    permission_mode: 'default',
  },
};

const payloads: Readonly<Record<string, (command: string, more?: object) => object>> = {
  'claude-code': (command, more) => ({
    hook_event_name: 'PreToolUse',
    ...marks['claude-code'],
    tool_name: 'Bash',
    tool_input: { command, ...more },
    cwd: project,
  }),
  'gemini-cli': (command) => ({
    hook_event_name: 'BeforeTool',
    session_id: 's',
    timestamp: 'now',
    tool_name: 'run_shell_command',
    tool_input: { command },
    cwd: project,
  }),
  'copilot-cli': (command, more) => ({
    sessionId: 's',
    timestamp: 1,
    toolName: 'bash',
    toolArgs: JSON.stringify({ command, ...more }),
    cwd: project,
  }),
  opencode: (command) => ({
    tool: 'bash',
    args: { command },
    directory: project,
    sessionID: 's',
    callID: 'c',
    servers: [],
  }),
  cline: (command) => ({
    hookName: 'tool_call',
    taskId: 't',
    tool_call: { name: 'run_commands', input: { commands: [command] } },
    workspaceInfo: { rootPath: project },
  }),
  'qwen-code': (command) => ({
    hook_event_name: 'PreToolUse',
    ...marks['qwen-code'],
    tool_name: 'run_shell_command',
    tool_input: { command },
    cwd: project,
  }),
};

/** The command that a reply has the host run, wherever the host looks for it. */
function commandIn({ stdout }: Reply): string | undefined {
  return (/"(?:command|commands)":\[?("(?:[^"\\]|\\.)*")/.exec(stdout)?.[1] ?? undefined)?.replace(
    /^"|"$/g,
    '',
  );
}

const rewriting = ['claude-code', 'gemini-cli', 'copilot-cli', 'opencode', 'cline'];

describe.each(rewriting)('%s', (name) => {
  test('is given a command that starts the sandbox and names what was decided about', async () => {
    const line = commandIn(await answer(name, payloads[name]?.('python3 fix.py') ?? {}));
    const [, id = ''] = /^\S+\/sandbox\/run ([0-9a-f]{64}) 'python3 fix.py'$/.exec(line ?? '') ?? [];
    expect(takeCall(folder, id)).toMatchObject({ command: 'python3 fix.py', cwd: project });
    expect(takeCall.bind(undefined, folder, id)).toThrow('no call');
    expect(readFileSync(join(folder, 'run'), 'utf8')).toContain('unset NODE_OPTIONS');
  });

  test('is told about its own command again, and nobody is asked twice', async () => {
    const line = commandIn(await answer(name, payloads[name]?.('python3 fix.py') ?? {})) ?? '';
    const again = await answer(name, payloads[name]?.(line) ?? {});
    expect([again.stdout.includes('deny'), commandIn(again)]).toEqual([false, undefined]);
    const [, id = ''] = /run ([0-9a-f]{64})/.exec(line) ?? [];
    takeCall(folder, id);
    const late = await answer(name, payloads[name]?.(line) ?? {});
    expect(late.stdout).toContain('it runs once');
  });

  test('asks where the model wants to leave', async () => {
    const reply = await answer(name, payloads[name]?.('PERMESSO_UNSANDBOXED=1 python3 fix.py') ?? {});
    expect(reply.stdout).toMatch(/deny|cancel":true|"ask"/);
  });
});

test.each(['qwen-code'])('%s, which runs what it sent, has to ask', async (name) => {
  const reply = await answer(name, payloads[name]?.('python3 fix.py') ?? {});
  expect(reply.stdout).toMatch(/deny|"ask"/);
});

test.each([
  ['claude-code', 'dangerouslyDisableSandbox'],
  ['copilot-cli', 'requestSandboxBypass'],
])('%s: %s is taken out, also of a call that runs outside', async (name, argument) => {
  const script = await answer(name, payloads[name]?.('python3 fix.py', { [argument]: true }) ?? {});
  expect(commandIn(script)).toContain('/sandbox/run ');
  expect(script.stdout).not.toContain(argument);
  const reads = await answer(name, payloads[name]?.('ls', { [argument]: true }) ?? {});
  expect(commandIn(reads)).toBe('ls');
  expect(reads.stdout).not.toContain(argument);
});

test('a list of commands is rewritten one by one', async () => {
  const reply = await answer('cline', {
    hookName: 'tool_call',
    taskId: 't',
    tool_call: {
      name: 'run_commands',
      input: { commands: ['ls', 'python3 a.py', 'cd sub && python3 b.py'] },
    },
    workspaceInfo: { rootPath: project },
  });
  const { overrideInput } = JSON.parse(reply.stdout) as {
    readonly overrideInput: { readonly commands: readonly string[] };
  };
  expect(overrideInput.commands).toEqual([
    'ls',
    expect.stringMatching(/^\S+\/run [0-9a-f]{64} 'python3 a.py'$/),
    expect.stringMatching(/^cd sub && \S+\/run [0-9a-f]{64} 'cd sub && python3 b.py'$/),
  ]);
});

test('a command that only looks like ours is none', async () => {
  const line = commandIn(await answer('gemini-cli', payloads['gemini-cli']?.('python3 fix.py') ?? {})) ?? '';
  expect(sandboxedState(line, folder)).toBe('waits');
  for (const forged of [`${line}; id`, `${line.slice(0, -1)} x'`, `id; ${line}`, `cd /etc && ${line}`])
    expect(sandboxedState(forged, folder)).not.toBe('waits');
  const [, id = ''] = /run ([0-9a-f]{64})/.exec(line) ?? [];
  writeFileSync(join(folder, 'calls', `${id}.json`), '{"command":"id"}');
  expect(sandboxedState(line, folder)).toBe('over');
});
