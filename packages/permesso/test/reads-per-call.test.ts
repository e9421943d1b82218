import { beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryGrants } from '@permesso/gate/approval';
import { createGate, createPolicyGate } from '@permesso/gate/gate';
import { claudeCode } from '@permesso/gate/payloads';
import { hookGate } from '../src/hook/hook-gate.ts';
import { answerHook } from '../src/hook/answer-hook.ts';
import { makeMachine, type Machine } from '../../gate/test/policy-files/machine.ts';

const counted = vi.hoisted(() => ({ facts: 0, opened: [] as string[] }));

vi.mock(import('@permesso/engine/facts'), async (original) => {
  const real = await original();
  return {
    ...real,
    readFacts: (...given: Parameters<typeof real.readFacts>) => {
      counted.facts += 1;
      return real.readFacts(...given);
    },
  };
});

vi.mock(import('node:fs'), async (original) => {
  const real = await original();
  return {
    ...real,
    openSync: (...given: Parameters<typeof real.openSync>) => {
      counted.opened.push(String(given[0]));
      return real.openSync(...given);
    },
  };
});

beforeEach(() => {
  counted.facts = 0;
  counted.opened.length = 0;
});

const removal = { tool: 'Bash', input: { command: 'rm -rf build' } };

function policyReads(): number {
  return counted.opened.filter((file) => file.endsWith('policy.yaml')).length;
}

async function hookVerdict(machine: Machine, command: string): Promise<string> {
  const payload = {
    hook_event_name: 'PreToolUse',
    transcript_path: '/home/me/.claude/projects/-app/s.jsonl',
    session_id: 's',
    cwd: machine.path('p'),
    tool_name: 'Bash',
    tool_input: { command },
  };
  const { stdout } = await answerHook(JSON.stringify(payload), {
    host: claudeCode,
    signal: AbortSignal.timeout(5000),
    gateFor: (call) =>
      hookGate(call, { ...machine.options, host: claudeCode, patience: 5000, root: machine.path('p') }),
  });
  return stdout;
}

describe('what one call costs', () => {
  test.each([
    ['ask', 'rm -rf build'],
    ['allow', 'ls'],
    ['deny', 'git push'],
  ])('a hook that says %s reads each policy file once, and the facts once', async (verdict, command) => {
    using machine = makeMachine();
    machine.write('.config/permesso/policy.yaml', 'deny: [Bash(git push:*)]');
    machine.write('p/.permesso/policy.yaml', 'deny: [Bash(git reset:*)]');
    machine.write('p/build/x', '');
    expect(await hookVerdict(machine, command)).toContain(`"permissionDecision":"${verdict}"`);
    expect({ facts: counted.facts, policies: policyReads() }).toEqual({ facts: 1, policies: 2 });
  });

  test('an approval for the session reads the facts twice: to ask, and to see that they are still the same', async () => {
    const gate = createGate({
      policy: {},
      approver: async ({ decision }) => ({
        verdict: 'allow',
        scope: 'session',
        rules: decision.suggestions[0]?.rules ?? [],
      }),
    });
    const { grant } = await gate.authorize({ tool: 'Bash', input: { command: 'make all' } });
    expect(grant?.rules).toHaveLength(1);
    expect(counted.facts).toBe(2);
  });

  test('neither a rule that is tried in the prompt nor a grant elsewhere has them read again', async () => {
    const changes: (() => void)[] = [];
    const store = memoryGrants();
    const gate = createGate({
      policy: {},
      grants: { ...store, watch: (changed) => (changes.push(changed), () => undefined) },
      approver: async (_request, { probe }) => {
        expect(probe?.objection(['Bash(make:*)'])).toBeUndefined();
        expect(probe?.objection(['Bash(cmake:*)'])).toContain('still be asked about');
        for (const changed of changes) changed();
        return { verdict: 'allow', scope: 'session', rules: ['Bash(make:*)'] };
      },
    });
    await gate.authorize({ tool: 'Bash', input: { command: 'make all' } });
    expect(changes).toHaveLength(1);
    expect(counted.facts).toBe(2);
  });

  test('a gate on files reads them for the decision, and once more after the person has answered', async () => {
    using machine = makeMachine();
    machine.write('.config/permesso/policy.yaml', 'deny: [Bash(git push:*)]');
    machine.write('p/build/x', '');
    const gate = createPolicyGate({
      ...machine.options,
      cwd: machine.path('p'),
      approver: async () => ({ verdict: 'allow' }),
    });
    counted.opened.length = 0;
    expect((await gate.authorize({ ...removal, cwd: machine.path('p') })).verdict).toBe('allow');
    expect({ facts: counted.facts, policies: policyReads() }).toEqual({ facts: 2, policies: 2 });
  });
});

test('a call that waits is decided by the files of its own directory, also when another call comes from elsewhere meanwhile', async () => {
  using machine = makeMachine();
  machine.write('p/x', '');
  machine.write('q/.permesso/policy.yaml', 'deny: [Bash(make:*)]');
  const gate = createPolicyGate({
    ...machine.options,
    cwd: machine.path('p'),
    approver: async () => {
      const elsewhere = await gate.check({
        tool: 'Bash',
        input: { command: 'make' },
        cwd: machine.path('q'),
      });
      expect(elsewhere.verdict).toBe('deny');
      return { verdict: 'allow' };
    },
  });
  const here = { tool: 'Bash', input: { command: 'make' }, cwd: machine.path('p') };
  expect((await gate.authorize(here)).verdict).toBe('allow');
});
