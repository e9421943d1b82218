import { afterEach, describe, expect, test, vi } from 'vitest';
import { createGate, type Gate } from '@permesso/gate';
import { memoryLog } from '@permesso/gate/stores';
import { machineHealth } from '../src/health/machine-health.ts';
import { firstPolicy } from '../src/install/first-policy.ts';
import { answerHook } from '../src/hook/answer-hook.ts';
import { hookHosts } from '../src/host-lists/hook-hosts.ts';
import type { HookHost } from '@permesso/gate/payloads';
import { aiSdk } from '@permesso/gate/ai-sdk';
import { findPlaces } from '@permesso/gate/disk';
import { createPolicyGate } from '@permesso/gate/policy';
import { makeMachine } from '../../gate/test/policy-files/machine.ts';

afterEach(() => void vi.unstubAllEnvs());

const policy = { deny: ['refund'] };

describe('a gate that observes', () => {
  test('lets calls run, asks nobody, and records what would have become of them', async () => {
    const log = memoryLog();
    const approver = (): never => {
      throw new Error('nobody is asked');
    };
    const gate = createGate({ policy, enforce: false, log, approver });
    const said = await gate.authorize({ tool: 'refund', input: {} });
    expect(said).toMatchObject({
      verdict: 'allow',
      message: expect.stringMatching(/^Not enforced. It would be: Denied/) as string,
      decision: { observed: { verdict: 'deny', rules: [{ text: 'refund' }] } },
    });
    expect((await gate.authorize({ tool: 'other', input: {} })).verdict).toBe('allow');
    expect(log.entries).toMatchObject([
      { type: 'decided', decision: { verdict: 'allow', observed: { verdict: 'deny' } } },
      { type: 'decided', decision: { verdict: 'allow', observed: { verdict: 'ask' } } },
    ]);
  });

  test('is still stopped by a freeze and by managed rules', async () => {
    const gate = createGate({
      policy: [policy, { layer: 'managed', deny: ['wipe'] }],
      enforce: false,
    });
    expect((await gate.authorize({ tool: 'wipe', input: {} })).verdict).toBe('deny');
    gate.freeze('stop');
    expect((await gate.authorize({ tool: 'refund', input: {} })).verdict).toBe('deny');
  });

  test('behind an adapter the tool runs', async () => {
    const gate = createGate({ policy: { ask: ['refund'] }, enforce: false });
    const { refund } = aiSdk(gate).guardTools({
      refund: { execute: (_input: object, _how: object): unknown => 'paid' },
    });
    expect(await refund.execute({}, { toolCallId: 'c', messages: [] })).toBe('paid');
  });
});

const payloads: Readonly<Record<string, object>> = {
  'claude-code': {
    hook_event_name: 'PreToolUse',
    transcript_path: '/home/me/.claude/projects/-app/s.jsonl',
    tool_name: 'Bash',
    tool_input: { command: 'make x' },
    session_id: 's',
    cwd: '/',
  },
};

async function replyOf(host: HookHost, gate: Gate): Promise<unknown> {
  return await answerHook(JSON.stringify(payloads['claude-code']), {
    host,
    gateFor: () => ({ gate, asks: host.asks, close: () => undefined }),
    signal: new AbortController().signal,
  });
}

describe('a hook that observes', () => {
  const host = hookHosts.get('claude-code');
  if (host === undefined) throw new Error('there is no claude-code');

  test.each([[{ allow: ['Bash'] }], [{ deny: ['Bash'] }], [{}]])(
    'says nothing under %j, never allow',
    async (rules) => {
      const gate = createGate({ policy: rules, enforce: false });
      expect(await replyOf(host, gate)).toEqual({ stdout: '', stderr: '', exitCode: 0 });
    },
  );

  test('still denies what a managed policy denies', async () => {
    const gate = createGate({ policy: { layer: 'managed', deny: ['Bash'] }, enforce: false });
    expect(JSON.stringify(await replyOf(host, gate))).toContain('deny');
  });
});

describe('a policy file that observes', () => {
  test('is the one that init --observe writes, and doctor says that nothing is protected', async () => {
    using machine = makeMachine();
    const { text } = firstPolicy([], { preset: 'balanced', home: machine.home, observe: true });
    expect(text).toContain('enforce: false');
    machine.write('.config/permesso/policy.yaml', text);
    vi.stubEnv('HOME', machine.home);
    vi.stubEnv('XDG_CONFIG_HOME', undefined);
    const programs = { node: process.execPath, hook: import.meta.filename, plugin: import.meta.filename };
    const checks = machineHealth({ places: findPlaces(machine.options), programs, cwd: machine.home });
    const about = checks.find(({ name }) => name === 'policy');
    expect(about).toMatchObject({ is: 'wrong', what: expect.stringMatching(/^not protected/) as string });
    const gate = createPolicyGate({ ...machine.options, cwd: machine.home });
    // A deny of the preset, an ask of it, and what it does not speak about: all run.
    for (const command of ['git push --force', 'npm publish', 'make x'])
      expect([command, (await gate.check({ tool: 'Bash', input: { command } })).verdict]).toEqual([
        command,
        'allow',
      ]);
    expect((await gate.check({ tool: 'Bash', input: { command: 'npm publish' } })).observed).toMatchObject({
      verdict: 'ask',
    });
  });
});
