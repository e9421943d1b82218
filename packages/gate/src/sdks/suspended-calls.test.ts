import { deniedTexts } from '../messages/denials.ts';
import { describe, expect, test } from 'vitest';
import { memoryApprovals } from '../approval/stores/approval-store.ts';
import type { Answer } from '@permesso/protocol/approval';
import { scriptedApprover } from '../approval/channels/scripted-approver.ts';
import { createGate, type Gate, type GateOptions } from '../gate/gate.ts';
import { memoryLog } from '../log/entry/log.ts';
import { suspendedCalls, type HostCall } from './suspended-calls.ts';

const yes: Answer = { verdict: 'allow' };
const gateWith = (options: Partial<GateOptions> = {}): Gate =>
  createGate({ policy: { ask: ['Bash(git push:*)'], allow: ['Bash(git status)'] }, ...options });

function at(
  gate: Gate | (() => Gate),
  more: Partial<HostCall> & { command?: string; session?: string } = {},
): HostCall {
  const { command = 'git push', session = 's', ...rest } = more;
  return {
    id: 'call-1',
    call: { tool: 'Bash', input: { command }, session },
    gate: typeof gate === 'function' ? gate : () => gate,
    editable: true,
    ...rest,
  };
}

describe('present', () => {
  test('what is allowed enters once; the second time it is decided again', async () => {
    const gate = gateWith({ policy: { allow: ['Bash(git push:*)'] } });
    const calls = suspendedCalls();
    expect(await calls.present(at(gate))).toMatchObject({ verdict: 'allow' });
    gate.setPolicy({ ask: ['Bash(git push:*)'] });
    expect(await calls.enter(at(gate))).toMatchObject({ verdict: 'allow' });
    expect(await calls.enter(at(gate))).toMatchObject({ verdict: 'deny' });
  });

  test('what is forbidden between decision and run does not run', async () => {
    const gate = gateWith({ policy: { allow: ['Bash(git push:*)'] } });
    const calls = suspendedCalls();
    await calls.present(at(gate));
    gate.freeze('an incident');
    expect(await calls.enter(at(gate))).toMatchObject({ verdict: 'deny' });
    gate.thaw();
    await calls.present(at(gate));
    gate.setPolicy({ deny: ['Bash'] });
    expect(await calls.enter(at(gate))).toMatchObject({ verdict: 'deny' });
  });

  test('a clearance is for this input, this call and this session', async () => {
    const gate = gateWith({ policy: { allow: ['Bash(git push:*)'] } });
    const calls = suspendedCalls();
    await calls.present(at(gate));
    gate.setPolicy({ ask: ['Bash(git push:*)'] });
    for (const other of [{ command: 'git push -f' }, { id: 'call-2' }, { session: 'other' }])
      expect(await calls.enter(at(gate, other))).toMatchObject({ verdict: 'deny' });
    expect(await calls.enter(at(gate))).toMatchObject({ verdict: 'allow' });
  });

  test('an ask is written down as plain data', async () => {
    const calls = suspendedCalls();
    const ruling = await calls.present(at(gateWith()));
    expect(ruling.verdict).toBe('ask');
    const [approval] = await calls.pending('s');
    expect(approval?.request.id).toBe('call-1');
    expect(JSON.parse(JSON.stringify(approval))).toEqual(approval);
    expect(await calls.pending('other')).toEqual([]);
  });
});

describe('resume', () => {
  test('a yes runs the call that was asked about, once', async () => {
    const gate = gateWith();
    const calls = suspendedCalls();
    await calls.present(at(gate));
    expect(await calls.resume(at(gate), yes)).toMatchObject({ verdict: 'allow' });
    expect(await calls.enter(at(gate))).toMatchObject({ verdict: 'allow' });
    expect(await calls.resume(at(gate), yes)).toMatchObject({ verdict: 'deny' });
    expect(await calls.enter(at(gate), { said: yes })).toMatchObject({ verdict: 'deny' });
    expect(await calls.pending()).toEqual([]);
  });

  test('a call that has run is not asked about again under the same name', async () => {
    const gate = gateWith();
    const calls = suspendedCalls();
    await calls.present(at(gate));
    await calls.resume(at(gate), yes);
    expect(await calls.present(at(gate))).toMatchObject({ verdict: 'deny' });
    expect(await calls.present(at(gate, { id: 'call-2' }))).toMatchObject({ verdict: 'ask' });
  });

  test('a yes to a question that nobody put is worth nothing', async () => {
    const gate = gateWith();
    const calls = suspendedCalls();
    expect(await calls.resume(at(gate), yes)).toMatchObject({ verdict: 'deny' });
    await calls.present(at(gate));
    for (const other of [{ command: 'git push -f' }, { id: 'call-2' }, { session: 'other' }])
      expect(await calls.resume(at(gate, other), yes)).toMatchObject({ verdict: 'deny' });
    expect(await calls.resume(at(gate), yes)).toMatchObject({ verdict: 'allow' });
  });

  test('the answer may come from elsewhere, and a later no of the SDK is not needed', async () => {
    const gate = gateWith();
    const calls = suspendedCalls();
    await calls.present(at(gate));
    const [approval] = await calls.pending();
    expect(await calls.answer(approval?.id ?? '', { verdict: 'deny', comment: 'Not today.' })).toBe(true);
    expect(await calls.answer(approval?.id ?? '', yes)).toBe(false);
    expect(await calls.answer('unseen-of', yes)).toBe(false);
    // An SDK that was told yes by somebody else comes too late.
    const settled = await calls.resume(at(gate), yes);
    expect(settled).toMatchObject({ verdict: 'deny' });
    expect(settled.message).toContain('Not today.');
  });

  test('no answer is no yes', async () => {
    const gate = gateWith();
    const calls = suspendedCalls();
    await calls.present(at(gate));
    expect(await calls.enter(at(gate))).toMatchObject({ verdict: 'deny' });
    expect(await calls.pending()).toHaveLength(1);
  });

  test.each([
    ['into what a rule allows', 'git status', 'allow'],
    ['into what the same rule asks about', 'git push --dry-run', 'allow'],
    ['into what no rule allows', 'npm run build', 'allow'],
    ['into what another rule asks about', 'npm publish', 'another approval'],
    ['into what a safety check asks about', 'rm -rf /', 'another approval'],
    ['into what is denied', 'git clone x', 'Nothing is cloned.'],
  ])('an edit %s', async (_name, command, expected) => {
    const gate = gateWith({
      policy: {
        ask: ['Bash(git push:*)', 'Bash(npm publish:*)'],
        allow: ['Bash(git status)'],
        deny: [{ rule: 'Bash(git clone:*)', guidance: 'Nothing is cloned.' }],
      },
    });
    const calls = suspendedCalls();
    await calls.present(at(gate));
    const settled = await calls.resume(at(gate), { verdict: 'allow', input: { command } });
    if (expected === 'allow') {
      expect(settled).toMatchObject({ verdict: 'allow', call: { input: { command } } });
      // The next door is given the edited call, where the SDK hands it on.
      for (const given of [{}, { command }]) {
        const other = suspendedCalls();
        await other.present(at(gate));
        await other.resume(at(gate), { verdict: 'allow', input: { command } });
        const entered = await other.enter(at(gate, given));
        expect(entered).toMatchObject({ verdict: 'allow', call: { input: { command } } });
      }
      await calls.enter(at(gate));
      // Once: neither the edited call nor the one that was asked about runs again.
      expect(await calls.enter(at(gate), { said: yes })).toMatchObject({ verdict: 'deny' });
    } else {
      expect(settled.verdict).toBe('deny');
      expect(settled.message).toContain(expected);
    }
    expect(await calls.pending()).toEqual([]);
  });

  test('an edit is refused where the adapter could not run it', async () => {
    const gate = gateWith();
    const calls = suspendedCalls();
    await calls.present(at(gate, { editable: false }));
    const settled = await calls.resume(at(gate, { editable: false }), {
      verdict: 'allow',
      input: { command: 'git status' },
    });
    expect(settled).toMatchObject({ verdict: 'deny' });
  });

  test('a yes for the session answers its twin, and only once each otherwise', async () => {
    const gate = gateWith();
    const calls = suspendedCalls();
    const twins = [at(gate), at(gate, { id: 'call-2' })] as const;
    for (const twin of twins) await calls.present(twin);
    expect(await calls.pending()).toHaveLength(2);
    const forSession: Answer = { verdict: 'allow', scope: 'session', rules: ['Bash(git push)'] };
    expect(await calls.resume(twins[0], forSession)).toMatchObject({ verdict: 'allow' });
    expect(await calls.enter(twins[1])).toMatchObject({ verdict: 'allow' });
  });

  test('a question that expired is a no', async () => {
    const gate = gateWith();
    const calls = suspendedCalls({ expiresIn: -1 });
    await calls.present(at(gate));
    expect(await calls.pending()).toEqual([]);
    const settled = await calls.resume(at(gate), yes);
    expect(settled).toMatchObject({ verdict: 'deny' });
    expect(settled.message).toContain('expired');
  });

  test('survives a restart with the same store, and is recorded with who answered', async () => {
    const approvals = memoryApprovals();
    await suspendedCalls({ approvals }).present(at(gateWith()));
    const log = memoryLog();
    const gate = gateWith({ log });
    const settled = await suspendedCalls({ approvals }).resume(at(gate), { ...yes, by: 'anna', from: 'web' });
    expect(settled).toMatchObject({ verdict: 'allow' });
    expect(log.entries.find(({ type }) => type === 'answered')).toMatchObject({
      answer: { verdict: 'allow', by: 'anna', from: 'web' },
    });
  });
});

describe('asking through the gate', () => {
  test('waits for its approver instead of suspending', async () => {
    const approver = scriptedApprover([yes, { verdict: 'deny', comment: 'Enough.' }]);
    const gate = gateWith({ approver });
    const calls = suspendedCalls({ ask: 'approver' });
    expect(await calls.present(at(gate))).toMatchObject({ verdict: 'allow' });
    expect(await calls.enter(at(gate))).toMatchObject({ verdict: 'allow' });
    expect(await calls.enter(at(gate))).toMatchObject({ verdict: 'deny' });
    expect(approver.asked).toHaveLength(2);
  });
});

test('whatever breaks on the way ends in deny', async () => {
  const broken = (): never => {
    throw new Error('no tenant');
  };
  const store = memoryApprovals();
  const full = { ...store, open: broken };
  const calls = suspendedCalls();
  for (const ruling of [
    await calls.present(at(broken)),
    await calls.resume(at(broken), yes),
    await calls.enter(at(broken)),
    await suspendedCalls({ approvals: full }).present(at(gateWith())),
  ]) {
    expect(ruling.verdict).toBe('deny');
    expect(ruling.message).toBe(deniedTexts.failed);
  }
});

describe('what comes back approved, and is not asked about any more', () => {
  const allowing = { allow: ['Bash'] };

  test('a call that nobody was asked about does not run, although the policy allows it', async () => {
    const log = memoryLog();
    const gate = gateWith({ policy: allowing, log });
    const calls = suspendedCalls();
    expect(await calls.resume(at(gate), yes)).toMatchObject({ verdict: 'deny' });
    const settled = await calls.enter(at(gate), { said: yes });
    expect(settled.message).toContain('Nobody was asked about this exact call');
    // Nobody claims anything of this one: it is the model's.
    expect(await calls.enter(at(gate))).toMatchObject({ verdict: 'allow' });
    expect(log.entries.map(({ type }) => type)).toEqual([
      'decided',
      'answered',
      'decided',
      'answered',
      'decided',
    ]);
  });

  test('the request that was made for exactly this call is used up, once of ten, in any process', async () => {
    const approvals = memoryApprovals();
    await suspendedCalls({ approvals }).present(at(gateWith()));
    const gate = gateWith({ policy: allowing });
    for (const other of [{ command: 'git push -f' }, { id: 'call-2' }, { session: 'other' }])
      expect(await suspendedCalls({ approvals }).resume(at(gate, other), yes)).toMatchObject({
        verdict: 'deny',
      });
    const all = await Promise.all(
      Array.from({ length: 10 }, () => suspendedCalls({ approvals }).resume(at(gate), yes)),
    );
    expect(all.filter(({ verdict }) => verdict === 'allow')).toHaveLength(1);
    expect(await suspendedCalls({ approvals }).pending()).toEqual([]);
  });

  test('an approval that was given is used up, and not for an input that the person changed', async () => {
    const gate = gateWith();
    for (const [answer, verdict] of [
      [yes, 'allow'],
      [{ verdict: 'allow', input: { command: 'git push origin' } }, 'deny'],
    ] as const) {
      gate.setPolicy({ ask: ['Bash(git push:*)'] });
      const calls = suspendedCalls();
      await calls.present(at(gate));
      const [approval] = await calls.pending();
      expect(await calls.answer(approval?.id ?? '', answer)).toBe(true);
      gate.setPolicy(allowing);
      expect(await calls.resume(at(gate), yes)).toMatchObject({ verdict });
      expect(await calls.resume(at(gate), yes)).toMatchObject({ verdict: 'deny' });
    }
  });

  test('a no counts, although the policy allows the call by now', async () => {
    const calls = suspendedCalls();
    await calls.present(at(gateWith()));
    const settled = await calls.resume(at(gateWith({ policy: allowing })), {
      verdict: 'deny',
      comment: 'Not today.',
    });
    expect(settled).toMatchObject({ verdict: 'deny' });
    expect(settled.message).toContain('Not today.');
    expect(await calls.pending()).toEqual([]);
  });

  test('what was invented takes nothing of a limit', async () => {
    const limit = { calls: 1, per: 'day' } as const;
    const gate = gateWith({ policy: { allow: [{ rule: 'Bash', limit }] } });
    const calls = suspendedCalls();
    for (let time = 0; time < 3; time++)
      expect(await calls.resume(at(gate), yes)).toMatchObject({ verdict: 'deny' });
    expect(await calls.present(at(gate))).toMatchObject({ verdict: 'allow' });
  });
});
