import { describe, expect, test, vi } from 'vitest';
import { type Answer, type Approver, CannotAsk } from '@permesso/protocol/approval';
import { scriptedApprover } from '../approval/channels/scripted-approver.ts';
import type { ToolCall } from '@permesso/engine/call';
import type { Gate, GateOptions } from './gate.ts';
import { memoryLog } from '../log/entry/log.ts';
import { gateWith, sh, yes, pushAsks } from '../../test/gate-with.ts';

const read = (path: string): ToolCall => ({
  tool: 'Read',
  input: { file_path: path },
  cwd: process.cwd(),
});

/** An approver that changes the gate before it approves. */
function meanwhile(
  change: (gate: Gate) => void,
  policy: GateOptions['policy'] = { ask: ['Bash(git push:*)'] },
): { gate: Gate; approver: ReturnType<typeof scriptedApprover> } {
  let changed = false;
  const approver = scriptedApprover(
    Array.from({ length: 5 }, () => () => {
      if (!changed) change(gate);
      changed = true;
      return yes;
    }),
  );
  const gate: Gate = gateWith({ policy, approver });
  return { gate, approver };
}

function answering(answer: unknown): Approver {
  return () => Promise.resolve(answer as Answer);
}

describe('authorising', () => {
  test('an allow runs and a deny does not, and nobody is asked', async () => {
    const approver = scriptedApprover([yes]);
    const gate = gateWith({
      approver,
      policy: { allow: ['Bash(a)'], deny: [{ rule: 'Bash(b)', guidance: 'Use a.' }] },
    });
    expect(await gate.authorize(sh('a'))).toEqual({
      verdict: 'allow',
      call: sh('a'),
      decision: await gate.check(sh('a')),
      message: 'Allowed: Bash(a) allows `a`.',
    });
    expect(await gate.authorize(sh('b'))).toEqual({
      verdict: 'deny',
      call: sh('b'),
      decision: await gate.check(sh('b')),
      message: 'Denied: `b` runs unknown code. Bash(b) denies it.',
      guidance: 'Use a.',
    });
    expect(approver.asked).toEqual([]);
  });

  describe('Finding 34: a result', () => {
    const nobody = gateWith({ ...pushAsks });

    test('that is denied because nobody approved it does not say that it is asked about', async () => {
      const said = await nobody.authorize(sh('git push'));
      expect(said.decision.message).toMatch(/^Asking: /);
      expect(said).toMatchObject({ verdict: 'deny', message: expect.stringMatching(/^Denied: `git push`/) });
    });

    test('has the call as it was decided, whatever becomes of that of the caller', async () => {
      const call = { tool: 'Bash', input: { command: 'ls', about: { keeps: ['a'] } } };
      const said = await nobody.authorize(call);
      call.input.about.keeps.push('b');
      call.input.command = 'rm -rf x';
      expect(said).toMatchObject({
        verdict: 'allow',
        call: { input: { command: 'ls', about: { keeps: ['a'] } } },
      });
      expect(said.edited).toBeUndefined();
    });

    test('hands a tool what is more than data as it was given', async () => {
      const [stream, when] = [new ReadableStream(), new Date(0)];
      const { call } = await nobody.authorize({ tool: 'upload', input: { stream, when } });
      expect([call.input['stream'], call.input['when']]).toEqual([stream, when]);
      expect(call.input['stream']).toBe(stream);
    });
  });

  test('a yes runs it once', async () => {
    const approver = scriptedApprover([yes, { verdict: 'deny', comment: 'Not again.' }]);
    const gate = gateWith({ ...pushAsks, approver });
    const first = await gate.authorize(sh('git push'));
    expect(first).toMatchObject({ verdict: 'allow', answer: yes });
    expect(first).not.toHaveProperty('grant');
    const second = await gate.authorize(sh('git push'));
    expect(second).toMatchObject({
      verdict: 'deny',
      guidance: 'Not again.',
      answer: { comment: 'Not again.' },
    });
    expect(approver.asked).toHaveLength(2);
  });

  test('the request names exactly what was decided', async () => {
    const approver = scriptedApprover([yes]);
    const gate = gateWith({ ...pushAsks, approver });
    await gate.authorize(sh('git push'));
    const [request] = approver.asked;
    expect(request).toMatchObject({ call: sh('git push'), decision: await gate.check(sh('git push')) });
    expect(request?.id).toMatch(/^[\da-f-]{36}$/);
    expect(request?.callKey).toMatch(/^[\w-]{43}$/);
  });

  test('a no without words tells the model that it was a person who said it', async () => {
    const gate = gateWith({ ...pushAsks, approver: scriptedApprover([{ verdict: 'deny' }]) });
    expect(await gate.authorize(sh('git push'))).toMatchObject({
      guidance: expect.stringContaining('the user refused this call') as string,
    });
  });

  test.each<[string, ToolCall]>([
    ['shell', sh('git push')],
    ['write', { tool: 'Write', input: { file_path: 'a' } }],
    ['read', read('a.ts')],
    ['url', { tool: 'WebFetch', input: { url: 'https://a.example/' } }],
    ['mcp', { tool: 'mcp__github__create_issue', input: {} }],
    ['other', { tool: 'refund', input: {} }],
  ])('the question says what kind of call it is: %s', async (kind, call) => {
    const approver = scriptedApprover([{ verdict: 'deny' }]);
    await gateWith({ policy: { ask: ['Bash(git push:*)'] }, approver }).authorize(call);
    expect(approver.asked).toMatchObject([{ kind, call: { tool: call.tool } }]);
  });

  test('without an approver an ask is refused', async () => {
    expect(await gateWith(pushAsks).authorize(sh('git push'))).toMatchObject({
      verdict: 'deny',
      guidance: 'This needs approval, and nobody is available to give it. Ask the user.',
      answer: { from: 'nobody' },
    });
  });

  test.each<[string, Approver]>([
    ['nobody can be asked', () => Promise.reject(new CannotAsk('no terminal'))],
    ['asking fails', () => Promise.reject(new Error('broken'))],
    ['the answer is not clear', answering('yes')],
  ])('a no that no person said is from nobody: %s', async (_name, approver) => {
    expect(await gateWith({ ...pushAsks, approver }).authorize(sh('git push'))).toMatchObject({
      verdict: 'deny',
      answer: { verdict: 'deny', from: 'nobody' },
    });
  });
});

describe('what changes while a person is thinking', () => {
  test.each<[string, (gate: Gate) => void, string, number]>([
    ['nothing', () => undefined, 'allow', 1],
    ['a deny rule', (gate) => gate.setPolicy({ deny: ['Bash'] }), 'deny', 1],
    ['a freeze', (gate) => gate.freeze('stop'), 'deny', 1],
    ['a mode that takes no yes from elsewhere: asked again', (gate) => gate.setMode('explore'), 'allow', 2],
    ['a mode where nobody is asked', (gate) => gate.setMode('dontAsk'), 'deny', 1],
    [
      'the same rule in another layer: asked again',
      (gate) => gate.setPolicy({ layer: 'user', ask: ['Bash(git push:*)'] }),
      'allow',
      2,
    ],
    [
      'one more ask rule: asked again',
      (gate) => gate.setPolicy({ ask: ['Bash(git push:*)', 'Bash(git:*)'] }),
      'allow',
      2,
    ],
    ['an allow rule', (gate) => gate.setPolicy({ allow: ['Bash'] }), 'allow', 1],
  ])('%s', async (_name, change, verdict, times) => {
    const { gate, approver } = meanwhile(change);
    expect(await gate.authorize(sh('git push'))).toMatchObject({ verdict });
    expect(approver.asked).toHaveLength(times);
  });

  test('a question that changes every time is put three times at most', async () => {
    let round = 0;
    const approver = vi.fn<Approver>(() => {
      gate.setPolicy({
        ask: [{ rule: 'Bash', when: { command: { startsWith: 'g' } }, agents: [`a${round++}`, 'main'] }],
      });
      return Promise.resolve(yes);
    });
    const gate = gateWith({ policy: { ask: ['Bash'] }, approver });
    expect(await gate.authorize(sh('git push'))).toMatchObject({ verdict: 'deny' });
    expect(approver).toHaveBeenCalledTimes(3);
  });

  test('the call itself: a yes to one call is no yes to what it became', async () => {
    const call = { tool: 'Bash', input: { command: 'git push' } };
    const approver = scriptedApprover([
      () => {
        call.input.command = 'git push --force';
        return yes;
      },
      { verdict: 'deny' },
    ]);
    const gate = gateWith({ policy: { ask: ['Bash'] }, approver });
    expect(await gate.authorize(call)).toMatchObject({ verdict: 'deny' });
    expect(approver.asked).toHaveLength(2);
  });
});

describe('recording', () => {
  test('what was decided, answered and granted, in that order', async () => {
    const log = memoryLog();
    const gate = gateWith({
      ...pushAsks,
      log,
      approver: scriptedApprover([{ ...yes, scope: 'session', rules: ['Bash(git push)'], by: 'ada' }]),
    });
    const received: string[] = [];
    gate.on('decided', ({ decision }) => received.push(`decided ${decision.verdict}`));
    gate.on('answered', ({ answer }) => received.push(`answered ${answer.verdict} ${answer.by ?? ''}`));
    gate.on('granted', ({ grant }) => received.push(`granted ${grant.scope}`));
    await gate.authorize(sh('git push'));
    expect(log.entries.map(({ type }) => type)).toEqual(['decided', 'answered', 'granted']);
    expect(log.entries.every(({ at }) => Math.abs(at - Date.now()) < 60_000)).toBe(true);
    expect(received).toEqual(['decided ask', 'answered allow ada', 'granted session']);
  });

  test.each<[string, () => void | Promise<void>]>([
    [
      'throws',
      () => {
        throw new Error('disk full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('disk full'))],
  ])('a log that %s changes no verdict and is told about', async (_name, write) => {
    const gate = gateWith({
      policy: { allow: ['Bash(a)'] },
      log: { write },
      approver: scriptedApprover([yes]),
    });
    const failures: string[] = [];
    gate.on('failed', ({ error }) => failures.push(error));
    expect(await gate.authorize(sh('a'))).toMatchObject({ verdict: 'allow' });
    expect(await gate.authorize(sh('b'))).toMatchObject({ verdict: 'allow' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(failures).toEqual(Array.from({ length: 3 }, () => 'the log could not be written: disk full'));
  });

  test('a listener that throws changes no verdict', async () => {
    const log = memoryLog();
    const gate = gateWith({ ...pushAsks, log, approver: scriptedApprover([yes]) });
    const stop = gate.on('decided', () => {
      throw new Error('broken screen');
    });
    expect(await gate.authorize(sh('git push'))).toMatchObject({ verdict: 'allow' });
    stop();
    await gate.authorize(sh('ls'));
    expect(log.entries.filter(({ type }) => type === 'failed')).toHaveLength(1);
  });
});

describe('consult', () => {
  test('leaves an ask to the host, and records what was decided', async () => {
    const log = memoryLog();
    const approver = scriptedApprover([yes]);
    const gate = gateWith({ ...pushAsks, approver, log });
    expect(await gate.consult(sh('git push'))).toMatchObject({ verdict: 'ask' });
    expect(await gate.consult(sh('ls'))).toMatchObject({ verdict: 'allow' });
    expect(log.entries.map(({ type }) => type)).toEqual(['decided', 'decided']);
    expect(approver.asked).toEqual([]);
  });

  test('counts the use of a grant, and asks again when it is used up', async () => {
    const gate = gateWith({
      ...pushAsks,
      approver: scriptedApprover([
        { verdict: 'allow', scope: 'session', uses: 2, rules: ['Bash(git push:*)'] },
      ]),
    });
    await gate.authorize(sh('git push'));
    const verdicts = [];
    for (let time = 0; time < 4; time++) verdicts.push((await gate.consult(sh('git push'))).verdict);
    expect(verdicts).toContain('ask');
    expect(verdicts[0]).toBe('allow');
  });

  test('denies what it cannot decide', async () => {
    const gate = gateWith({
      world: () => {
        throw new Error('no machine');
      },
    });
    expect(await gate.consult(sh('ls'))).toMatchObject({ verdict: 'deny' });
  });
});
