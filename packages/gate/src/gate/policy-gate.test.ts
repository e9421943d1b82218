import { describe, expect, test } from 'vitest';
import { makeMachine, type Machine } from '../../test/policy-files/machine.ts';
import type { Approver } from '@permesso/protocol/approval';
import type { Gate } from './gate.ts';
import { createPolicyGate } from './policy-gate.ts';
import { PolicyError } from '@permesso/engine/policy';
import { removeFreeze, writeFreeze } from '../disk/policy-freeze.ts';
import { findPlaces } from '../disk/policy-places.ts';

const npmTest = { tool: 'Bash', input: { command: 'npm test' } };

function gateOn(machine: Machine, approver?: Approver): Gate {
  return createPolicyGate({
    ...machine.options,
    cwd: machine.path('p'),
    ...(approver === undefined ? {} : { approver }),
  });
}

describe('a gate whose policy is on disk', () => {
  test('sees every change at the next call', async () => {
    using machine = makeMachine();
    machine.write('p/x', '');
    const gate = gateOn(machine);
    expect((await gate.check(npmTest)).verdict).toBe('ask');
    machine.write('.config/permesso/policy.yaml', 'allow: [Bash(npm test)]');
    expect((await gate.check(npmTest)).verdict).toBe('allow');
    machine.write('.config/permesso/policy.yaml', 'deny: [Bash]');
    expect((await gate.check(npmTest)).verdict).toBe('deny');
    expect(gate.visibleTools(['Bash', 'Read'])).toEqual(['Read']);
    expect(gate.explain(npmTest).decision.verdict).toBe('deny');
  });

  test('denies while the policy is broken, and says why', async () => {
    using machine = makeMachine();
    machine.write('.config/permesso/policy.yaml', 'allow: [Bash]');
    machine.write('p/x', '');
    const gate = gateOn(machine);
    machine.write('.config/permesso/policy.yaml', 'allow: [Bash]\ndenny: []');
    const decision = await gate.check(npmTest);
    expect(decision.verdict).toBe('deny');
    expect(decision.message).toContain('there is no key `denny` here');
    machine.write('.config/permesso/policy.yaml', 'allow: [Bash]');
    expect((await gate.check(npmTest)).verdict).toBe('allow');
  });

  test('is not made of a broken policy', () => {
    using machine = makeMachine();
    machine.write('p/.permesso/policy.yaml', 'deny: [Bash(]');
    expect(() => gateOn(machine)).toThrow(PolicyError);
  });

  test('freezes with the machine and by itself', () => {
    using machine = makeMachine();
    machine.write('.config/permesso/policy.yaml', 'allow: [Bash]');
    machine.write('p/x', '');
    const gate = gateOn(machine);
    const places = findPlaces(machine.options);
    const verdict = (): string => gate.explain(npmTest).decision.verdict;
    writeFreeze(places, { reason: 'stop' });
    expect(verdict()).toBe('deny');
    gate.thaw();
    expect(verdict()).toBe('deny');
    removeFreeze(places);
    expect(verdict()).toBe('allow');
    gate.freeze('mine');
    expect(verdict()).toBe('deny');
    gate.thaw();
    expect(verdict()).toBe('allow');
  });

  test.each(['freeze', 'deny'])(
    'a %s that comes while the person is thinking is stronger than their yes',
    async (what) => {
      using machine = makeMachine();
      machine.write('p/x', '');
      const gate = gateOn(machine, async () => {
        if (what === 'freeze') writeFreeze(findPlaces(machine.options), { reason: 'stop' });
        else machine.write('.config/permesso/policy.yaml', 'deny: [Bash]');
        return { verdict: 'allow' };
      });
      expect((await gate.authorize(npmTest)).verdict).toBe('deny');
    },
  );

  test('takes the policy of where the call starts', async () => {
    using machine = makeMachine();
    machine.write('.config/permesso/policy.yaml', 'allow: [Bash]');
    machine.write('p/x', '');
    machine.write('q/.permesso/policy.yaml', 'deny: [Bash(npm test)]');
    const gate = gateOn(machine);
    expect((await gate.check({ ...npmTest, cwd: machine.path('q') })).verdict).toBe('deny');
    expect((await gate.check({ ...npmTest, cwd: machine.path('p') })).verdict).toBe('allow');
  });
});
