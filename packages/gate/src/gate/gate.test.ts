import type { Mode } from '@permesso/engine/policy';
import { describe, expect, test } from 'vitest';
import { grantOf } from '../../../engine/test/question-of.ts';
import { memoryGrants } from '../approval/stores/grant-store.ts';
import { scriptedApprover } from '../approval/channels/scripted-approver.ts';
import type { ToolCall } from '@permesso/engine/call';
import { createGate } from './gate.ts';
import { memoryLog } from '../log/entry/log.ts';
import { fixedWorld } from '@permesso/engine/world';
import { gateWith, sh, yes } from '../../test/gate-with.ts';

const read = (path: string): ToolCall => ({
  tool: 'Read',
  input: { file_path: path },
  cwd: process.cwd(),
});

describe('deciding', () => {
  test('asks nobody, remembers nothing, records nothing', async () => {
    const approver = scriptedApprover([yes]);
    const log = memoryLog();
    const gate = gateWith({ approver, log });
    expect((await gate.check(sh('make'))).verdict).toBe('ask');
    expect((await gate.check(sh('make'))).verdict).toBe('ask');
    expect(approver.asked).toEqual([]);
    expect(log.entries).toEqual([]);
  });

  test('takes one layer, several, or a compiled policy', async () => {
    const { compilePolicy } = await import('@permesso/engine/policy');
    expect((await gateWith({ policy: { allow: ['Bash'] } }).check(sh('x'))).verdict).toBe('allow');
    expect(
      (await gateWith({ policy: [{ allow: ['Bash'] }, { deny: ['Bash(x)'] }] }).check(sh('x'))).verdict,
    ).toBe('deny');
    expect((await gateWith({ policy: compilePolicy([{ deny: ['Bash'] }]) }).check(sh('x'))).verdict).toBe(
      'deny',
    );
  });

  test('a broken deny leaves no gate at all', () => {
    expect(() => gateWith({ policy: { deny: ['Bash('] } })).toThrow(/not closed/);
  });

  test('where nobody can be asked it says deny', async () => {
    const decision = await gateWith({ interactive: false }).check(sh('make'));
    expect(decision).toMatchObject({ verdict: 'deny', receipt: { nobodyToAsk: true } });
  });

  test('reads this machine where no world is given', async () => {
    const gate = createGate({ policy: { allow: ['Read(package.json)'] } });
    expect((await gate.check(read('package.json'))).verdict).toBe('allow');
    expect((await gate.check(read('/etc/package.json'))).verdict).toBe('ask');
    expect((await gate.check({ tool: 'Read', input: { file_path: 'package.json' } })).verdict).toBe('allow');
  });

  test('working directories of trusted layers count', async () => {
    const write = { tool: 'Write', input: { file_path: '/srv/a' } };
    const layer = { mode: 'acceptEdits', workingDirectories: ['/srv'] };
    expect((await gateWith({ policy: layer }).check(write)).verdict).toBe('allow');
    expect((await gateWith({ policy: { ...layer, workingDirectories: [] } }).check(write)).verdict).toBe(
      'ask',
    );
    expect(
      (await gateWith({ mode: 'acceptEdits', policy: { ...layer, layer: 'project' } }).check(write)).verdict,
    ).toBe('ask');
  });
});

describe('what changes takes effect on the next call', () => {
  test('mode', async () => {
    const gate = gateWith({ policy: { mode: 'explore' } });
    expect((await gate.check(sh('make'))).verdict).toBe('deny');
    gate.setMode('bypass');
    expect((await gate.check(sh('make'))).verdict).toBe('allow');
    gate.setMode('default');
    expect((await gate.check(sh('make'))).verdict).toBe('ask');
  });

  test.each([
    ['yolo', 'allow'],
    ['plan', 'deny'],
    ['manual', 'ask'],
  ])('the mode may have the name that other agents give it: %s', async (name, verdict) => {
    const gate = gateWith();
    gate.setMode(name as Mode);
    expect((await gate.check(sh('make'))).verdict).toBe(verdict);
    expect((await gateWith({ mode: name as Mode }).check(sh('make'))).verdict).toBe(verdict);
  });

  test.each(['turbo', '__proto__', 'toString', ''])('there is no mode %j', async (name) => {
    const gate = gateWith({ mode: 'dontAsk' });
    expect(() => gate.setMode(name as Mode)).toThrow(TypeError);
    expect((await gate.check(sh('make'))).verdict).toBe('deny');
    expect(() => gateWith({ mode: name as Mode })).toThrow(TypeError);
  });

  test('policy, and a broken one changes nothing', async () => {
    const gate = gateWith({ policy: { allow: ['Bash'] } });
    gate.setPolicy({ deny: ['Bash'] });
    expect((await gate.check(sh('make'))).verdict).toBe('deny');
    expect(() => gate.setPolicy({ deny: ['Bash('] })).toThrow(/not closed/);
    expect((await gate.check(sh('make'))).verdict).toBe('deny');
  });

  test('freeze and thaw', async () => {
    const gate = gateWith({ policy: { allow: ['Bash'] }, mode: 'bypass', approver: scriptedApprover([yes]) });
    gate.freeze('incident 7');
    expect((await gate.check(sh('make'))).message).toBe('Denied: everything is frozen: incident 7.');
    expect(await gate.authorize(sh('make'))).toMatchObject({ verdict: 'deny' });
    gate.thaw();
    expect((await gate.check(sh('make'))).verdict).toBe('allow');
    gate.freeze('');
    expect((await gate.check(sh('make'))).verdict).toBe('deny');
  });

  test('a revoked grant', async () => {
    const grants = memoryGrants();
    const gate = gateWith({
      grants,
      approver: scriptedApprover([{ ...yes, scope: 'session', rules: ['Bash(make)'] }]),
    });
    await gate.authorize(sh('make'));
    expect((await gate.check(sh('make'))).verdict).toBe('allow');
    void grants.revoke(grants.list()[0]?.id ?? '');
    expect((await gate.check(sh('make'))).verdict).toBe('ask');
  });
});

test('explain shows every rule beside the decision', () => {
  const explanation = gateWith({ policy: { allow: ['Bash(ls)'], deny: ['Bash(rm:*)'] } }).explain(sh('rm x'));
  expect(explanation.decision.verdict).toBe('deny');
  expect(explanation.parts[0]?.rules.map(({ rule, match }) => [rule.text, match])).toEqual([
    ['Bash(ls)', 'no'],
    ['Bash(rm:*)', 'yes'],
  ]);
});

test('the tools that the model is shown follow the policy of the moment', () => {
  const gate = gateWith({ policy: { tools: { hidden: ['mcp__*'] }, deny: ['WebFetch'] } });
  expect(gate.visibleTools(['Bash', 'WebFetch', 'mcp__a__b'])).toEqual(['Bash']);
  gate.setPolicy({});
  expect(gate.visibleTools(['Bash', 'WebFetch', 'mcp__a__b'])).toEqual(['Bash', 'WebFetch', 'mcp__a__b']);
});

test('grants that were there before count', async () => {
  const grants = memoryGrants([grantOf({ rules: ['Bash(make)'], answers: [{ because: 'no-rule' }] })]);
  expect((await gateWith({ grants }).check(sh('make'))).verdict).toBe('allow');
});

test('a policy that was replaced stays replaced, whatever was asked of the gate before', async () => {
  const gate = createGate({
    policy: { allow: ['Bash'], tools: { hidden: ['WebFetch'] } },
    world: () => fixedWorld(),
  });
  expect(gate.visibleTools(['Bash', 'WebFetch'])).toEqual(['Bash']);
  gate.setPolicy({ deny: ['Bash'] });
  expect(gate.visibleTools(['Bash', 'WebFetch'])).toEqual(['WebFetch']);
  const call = { tool: 'Bash', input: { command: 'make' } };
  expect((await gate.check(call)).verdict).toBe('deny');
  expect((await gate.check(call)).verdict).toBe('deny');
  expect(gate.visibleTools(['Bash', 'WebFetch'])).toEqual(['WebFetch']);
});
