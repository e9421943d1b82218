import { compileCode, type Layer, type Mode, modes, type Verdict } from '@permesso/engine/policy';
import { describe, expect, test, vi } from 'vitest';
import { grantOf } from '../../../engine/test/question-of.ts';
import { plainShell } from '../../../engine/test/plain-shell.ts';
import { type Answer, type Approver, CannotAsk } from '@permesso/protocol/approval';
import { memoryGrants, type GrantStore } from '../approval/stores/grant-store.ts';
import { scriptedApprover } from '../approval/channels/scripted-approver.ts';
import type { ToolCall } from '@permesso/engine/call';
import { type Check, defineTool, metaTool, type Tool, type ToolSpec } from '@permesso/engine/facts';
import { storeTexts } from '../messages/denials.ts';
import { createGate, type Gate, type GateOptions } from './gate.ts';
import { memoryLog } from '../log/entry/log.ts';
import { fixedWorld } from '@permesso/engine/world';

function gateWith(options: Partial<GateOptions> = {}): Gate {
  return createGate({ policy: {}, tools: [plainShell()], world: () => fixedWorld(), ...options });
}

function sh(command: string, more: Partial<ToolCall> = {}): ToolCall {
  return { tool: 'Bash', input: { command }, ...more };
}

const yes: Answer = { verdict: 'allow' };
const pushAsks: Partial<GateOptions> = { policy: { allow: ['Bash'], ask: ['Bash(git push:*)'] } };

const read = (path: string): ToolCall => ({
  tool: 'Read',
  input: { file_path: path },
  cwd: process.cwd(),
});

/** Whether the gate lets the call run after a person approved the first one. */
async function after(answer: Answer, first: ToolCall, then: ToolCall): Promise<string> {
  const gate = gateWith({ ...pushAsks, approver: scriptedApprover([answer]) });
  await gate.authorize(first);
  return gate.decide(then).verdict;
}

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

const hostile = (key: string): unknown =>
  Object.defineProperty({ tool: 'Bash', input: { command: 'x' } }, key, {
    enumerable: true,
    get() {
      throw new Error('a trap');
    },
  });

describe('deciding', () => {
  test('asks nobody, remembers nothing, records nothing', () => {
    const approver = scriptedApprover([yes]);
    const log = memoryLog();
    const gate = gateWith({ approver, log });
    expect(gate.decide(sh('make')).verdict).toBe('ask');
    expect(gate.decide(sh('make')).verdict).toBe('ask');
    expect(approver.asked).toEqual([]);
    expect(log.entries).toEqual([]);
  });

  test('takes one layer, several, or a compiled policy', async () => {
    const { compilePolicy } = await import('@permesso/engine/policy');
    expect(gateWith({ policy: { allow: ['Bash'] } }).decide(sh('x')).verdict).toBe('allow');
    expect(gateWith({ policy: [{ allow: ['Bash'] }, { deny: ['Bash(x)'] }] }).decide(sh('x')).verdict).toBe(
      'deny',
    );
    expect(gateWith({ policy: compilePolicy([{ deny: ['Bash'] }]) }).decide(sh('x')).verdict).toBe('deny');
  });

  test('a broken deny leaves no gate at all', () => {
    expect(() => gateWith({ policy: { deny: ['Bash('] } })).toThrow(/not closed/);
  });

  test('where nobody can be asked it says deny', () => {
    const decision = gateWith({ interactive: false }).decide(sh('make'));
    expect(decision).toMatchObject({ verdict: 'deny', receipt: { nobodyToAsk: true } });
  });

  test('reads this machine where no world is given', () => {
    const gate = createGate({ policy: { allow: ['Read(package.json)'] } });
    expect(gate.decide(read('package.json')).verdict).toBe('allow');
    expect(gate.decide(read('/etc/package.json')).verdict).toBe('ask');
    expect(gate.decide({ tool: 'Read', input: { file_path: 'package.json' } }).verdict).toBe('allow');
  });

  test('working directories of trusted layers count', () => {
    const write = { tool: 'Write', input: { file_path: '/srv/a' } };
    const layer = { mode: 'acceptEdits', workingDirectories: ['/srv'] };
    expect(gateWith({ policy: layer }).decide(write).verdict).toBe('allow');
    expect(gateWith({ policy: { ...layer, workingDirectories: [] } }).decide(write).verdict).toBe('ask');
    expect(
      gateWith({ mode: 'acceptEdits', policy: { ...layer, layer: 'project' } }).decide(write).verdict,
    ).toBe('ask');
  });
});

describe('what changes takes effect on the next call', () => {
  test('mode', () => {
    const gate = gateWith({ policy: { mode: 'explore' } });
    expect(gate.decide(sh('make')).verdict).toBe('deny');
    gate.setMode('bypass');
    expect(gate.decide(sh('make')).verdict).toBe('allow');
    gate.setMode('default');
    expect(gate.decide(sh('make')).verdict).toBe('ask');
  });

  test.each([
    ['yolo', 'allow'],
    ['plan', 'deny'],
    ['manual', 'ask'],
  ])('the mode may have the name that other agents give it: %s', (name, verdict) => {
    const gate = gateWith();
    gate.setMode(name as Mode);
    expect(gate.decide(sh('make')).verdict).toBe(verdict);
    expect(gateWith({ mode: name as Mode }).decide(sh('make')).verdict).toBe(verdict);
  });

  test.each(['turbo', '__proto__', 'toString', ''])('there is no mode %j', (name) => {
    const gate = gateWith({ mode: 'dontAsk' });
    expect(() => gate.setMode(name as Mode)).toThrow(TypeError);
    expect(gate.decide(sh('make')).verdict).toBe('deny');
    expect(() => gateWith({ mode: name as Mode })).toThrow(TypeError);
  });

  test('policy, and a broken one changes nothing', () => {
    const gate = gateWith({ policy: { allow: ['Bash'] } });
    gate.setPolicy({ deny: ['Bash'] });
    expect(gate.decide(sh('make')).verdict).toBe('deny');
    expect(() => gate.setPolicy({ deny: ['Bash('] })).toThrow(/not closed/);
    expect(gate.decide(sh('make')).verdict).toBe('deny');
  });

  test('freeze and thaw', async () => {
    const gate = gateWith({ policy: { allow: ['Bash'] }, mode: 'bypass', approver: scriptedApprover([yes]) });
    gate.freeze('incident 7');
    expect(gate.decide(sh('make')).message).toBe('Denied: everything is frozen: incident 7.');
    expect(await gate.authorize(sh('make'))).toMatchObject({ verdict: 'deny' });
    gate.thaw();
    expect(gate.decide(sh('make')).verdict).toBe('allow');
    gate.freeze('');
    expect(gate.decide(sh('make')).verdict).toBe('deny');
  });

  test('a revoked grant', async () => {
    const grants = memoryGrants();
    const gate = gateWith({
      grants,
      approver: scriptedApprover([{ ...yes, scope: 'session', rules: ['Bash(make)'] }]),
    });
    await gate.authorize(sh('make'));
    expect(gate.decide(sh('make')).verdict).toBe('allow');
    void grants.revoke(grants.list()[0]?.id ?? '');
    expect(gate.decide(sh('make')).verdict).toBe('ask');
  });
});

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
      decision: gate.decide(sh('a')),
      message: 'Allowed: Bash(a) allows `a`.',
    });
    expect(await gate.authorize(sh('b'))).toEqual({
      verdict: 'deny',
      call: sh('b'),
      decision: gate.decide(sh('b')),
      message: 'Denied: `b` runs code that nobody knows. Bash(b) denies it.',
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
    expect(request).toMatchObject({ call: sh('git push'), decision: gate.decide(sh('git push')) });
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

describe('how far a yes reaches', () => {
  const rules = ['Bash(git push origin)'];
  const origin = sh('git push origin', { session: 's1' });
  test.each<[string, Answer, ToolCall, string]>([
    ['once: not the next time', yes, origin, 'ask'],
    ['once, said out loud', { ...yes, scope: 'once', rules }, origin, 'ask'],
    ['session: the same call', { ...yes, scope: 'session' }, origin, 'allow'],
    [
      'session without a rule: no other call',
      { ...yes, scope: 'session' },
      sh('git push other', { session: 's1' }),
      'ask',
    ],
    [
      'session with a rule: what the rule covers',
      { ...yes, scope: 'session', rules: ['Bash(git push:*)'] },
      sh('git push other', { session: 's1' }),
      'allow',
    ],
    [
      'session with a rule: nothing else',
      { ...yes, scope: 'session', rules },
      sh('git push other', { session: 's1' }),
      'ask',
    ],
    [
      'session: no other session',
      { ...yes, scope: 'session', rules },
      sh('git push origin', { session: 's2' }),
      'ask',
    ],
    [
      'project: another session too',
      { ...yes, scope: 'project', rules },
      sh('git push origin', { session: 's2' }),
      'allow',
    ],
    [
      'user: another session too',
      { ...yes, scope: 'user', rules },
      sh('git push origin', { session: 's2' }),
      'allow',
    ],
    ['until later', { ...yes, scope: { until: 1000 }, rules }, origin, 'allow'],
    ['until a time that has passed', { ...yes, scope: { until: 0 }, rules }, origin, 'ask'],
    [
      'another agent is another call',
      { ...yes, scope: 'session' },
      { ...origin, agent: { name: 'sub' } },
      'ask',
    ],
    ['another directory is another call', { ...yes, scope: 'session' }, { ...origin, cwd: '/tmp' }, 'ask'],
  ])('%s', async (_name, answer, then, verdict) => {
    expect(await after(answer, origin, then)).toBe(verdict);
  });

  test('calls that name no session share the life of the gate', async () => {
    const grants = memoryGrants();
    const options = {
      ...pushAsks,
      grants,
      approver: scriptedApprover([{ ...yes, scope: 'session', rules }]),
    };
    const gate = gateWith(options);
    await gate.authorize(sh('git push origin'));
    expect(gate.decide(sh('git push origin')).verdict).toBe('allow');
    expect(gate.decide({ ...sh('git push origin'), session: undefined } as unknown as ToolCall).verdict).toBe(
      'allow',
    );
    expect(gateWith(options).decide(sh('git push origin')).verdict).toBe('ask');
  });

  test('a project grant stays in its project', async () => {
    const grants = memoryGrants();
    const here = gateWith({
      ...pushAsks,
      grants,
      approver: scriptedApprover([{ ...yes, scope: 'project', rules }]),
    });
    await here.authorize(origin);
    const there = gateWith({ ...pushAsks, grants, world: () => fixedWorld({ cwd: '/home/dev/other' }) });
    expect(here.decide(origin).verdict).toBe('allow');
    expect(there.decide(origin).verdict).toBe('ask');
  });

  test('a safety ask: the exact call, once or for the session, never longer', async () => {
    const danger: Check = { outcome: 'safety', code: 'protected-path', reason: 'a key' };
    const gate = gateWith({
      policy: { allow: ['Bash'] },
      tools: [plainShell(() => danger)],
      approver: scriptedApprover([
        { ...yes, scope: 'user', rules: ['Bash'] },
        { ...yes, scope: { until: 5000 } },
        { ...yes, scope: 'session', rules: ['Bash'] },
      ]),
    });
    const refused = 'Allowed once: a safety ask can be granted once or for the session, no longer.';
    expect(await gate.authorize(sh('x'))).toMatchObject({ verdict: 'allow', message: refused });
    expect(await gate.authorize(sh('x'))).toMatchObject({ verdict: 'allow', message: refused });
    expect(gate.decide(sh('x')).verdict).toBe('ask');
    expect(await gate.authorize(sh('x'))).toMatchObject({ grant: { rules: [], scope: 'session' } });
    expect(gate.decide(sh('x')).verdict).toBe('allow');
    expect(gate.decide(sh('y')).verdict).toBe('ask');
  });

  test.each<[string, readonly string[], RegExp]>([
    ['a rule that would not allow this call is not kept', ['Bash(ls)'], /would not allow this call/],
    ['a rule that cannot be read is not kept', ['Bash('], /cannot be read: the parenthesis is not closed/],
  ])('%s, and the call runs once', async (_name, wrong, message) => {
    const grants = memoryGrants();
    const gate = gateWith({
      ...pushAsks,
      grants,
      approver: scriptedApprover([{ ...yes, scope: 'session', rules: wrong }]),
    });
    const authorization = await gate.authorize(origin);
    expect(authorization).toMatchObject({ verdict: 'allow', message: expect.stringMatching(message) });
    expect(authorization).not.toHaveProperty('grant');
    expect(grants.list()).toEqual([]);
  });

  test.each<[string, GrantStore['add']]>([
    [
      'throws',
      () => {
        throw new Error('disk full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('disk full'))],
  ])('a store that %s: the call runs once', async (_name, add) => {
    const grants: GrantStore = { ...memoryGrants(), add };
    const gate = gateWith({
      ...pushAsks,
      grants,
      approver: scriptedApprover([{ ...yes, scope: 'session', rules }]),
    });
    expect(await gate.authorize(origin)).toMatchObject({
      verdict: 'allow',
      message: 'Allowed once: the grant could not be kept.',
    });
  });

  test('a store that cannot be read is a deny', async () => {
    const grants: GrantStore = {
      ...memoryGrants(),
      list: () => {
        throw new Error('disk full');
      },
    };
    const gate = gateWith({ policy: { allow: ['Bash'] }, grants });
    expect(gate.decide(sh('x'))).toMatchObject({
      verdict: 'deny',
      receipt: { errors: [`the decision failed: ${storeTexts.failed}`] },
    });
    expect(await gate.authorize(sh('x'))).toMatchObject({ verdict: 'deny' });
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

describe('an approver that fails', () => {
  test.each<[string, Approver, RegExp]>([
    [
      'throws',
      () => {
        throw new Error('no terminal');
      },
      /^This needs approval, and asking for it failed\.$/,
    ],
    [
      'rejects',
      () => Promise.reject(new Error('no terminal')),
      /^This needs approval, and asking for it failed\.$/,
    ],
    [
      'rejects with a hostile value',
      () =>
        Promise.reject({
          toString: () => {
            throw new Error('x');
          },
        }),
      /asking for it failed/,
    ],
    ['answers nothing', answering(undefined), /no clear answer/],
    ['answers null', answering(null), /no clear answer/],
    ['answers true', answering(true), /no clear answer/],
    ['answers a text', answering('allow'), /no clear answer/],
    ['answers another verdict', answering({ verdict: 'ask' }), /no clear answer/],
    [
      'answers with a scope that does not exist',
      answering({ verdict: 'allow', scope: 'forever' }),
      /no clear answer/,
    ],
    ['answers with a scope without an end', answering({ verdict: 'allow', scope: {} }), /no clear answer/],
    [
      'answers with an end that is not a time',
      answering({ verdict: 'allow', scope: { until: 'tomorrow' } }),
      /no clear answer/,
    ],
    [
      'answers with an end that never comes',
      answering({ verdict: 'allow', scope: { until: Number.NaN } }),
      /no clear answer/,
    ],
    [
      'answers with rules that are no list',
      answering({ verdict: 'allow', scope: 'session', rules: 5 }),
      /no clear answer/,
    ],
    [
      'answers with rules that are a text',
      answering({ verdict: 'allow', scope: 'session', rules: 'Bash' }),
      /no clear answer/,
    ],
    [
      'answers with rules that are no texts',
      answering({ verdict: 'allow', scope: 'session', rules: [5] }),
      /no clear answer/,
    ],
    [
      'answers with a getter that throws',
      answering({
        get verdict(): string {
          throw new Error('ha');
        },
      }),
      /asking for it failed/,
    ],
    ['answers without a promise', (() => undefined) as unknown as Approver, /no clear answer/],
  ])('%s: deny', async (_name, approver, words) => {
    const authorization = await gateWith({ ...pushAsks, approver }).authorize(sh('git push'));
    expect(authorization).toMatchObject({ verdict: 'deny', guidance: expect.stringMatching(words) });
  });

  test.each<Answer>([
    { verdict: 'allow', scope: { until: 10 } },
    { verdict: 'allow', scope: 'session', rules: [] },
    { verdict: 'allow', by: 'ada' },
  ])('%j is a clear answer', async (answer) => {
    expect(
      await gateWith({ ...pushAsks, approver: answering(answer) }).authorize(sh('git push')),
    ).toMatchObject({ verdict: 'allow', answer });
  });

  test('never answers: the signal withdraws the question', async () => {
    const controller = new AbortController();
    let told: AbortSignal | undefined;
    const approver: Approver = (_request, { signal }) => {
      told = signal;
      return new Promise(() => undefined);
    };
    const waiting = gateWith({ ...pushAsks, approver }).authorize(sh('git push'), {
      signal: controller.signal,
    });
    setImmediate(() => controller.abort());
    expect(await waiting).toMatchObject({ verdict: 'deny', guidance: 'The question was withdrawn.' });
    expect(told?.aborted).toBe(true);
  });

  test('a signal that was given up before: nobody is asked', async () => {
    const approver = scriptedApprover([yes]);
    const authorization = await gateWith({ ...pushAsks, approver }).authorize(sh('git push'), {
      signal: AbortSignal.abort(),
    });
    expect(authorization).toMatchObject({ verdict: 'deny', guidance: 'The question was withdrawn.' });
    expect(approver.asked).toEqual([]);
  });

  test('one signal may live through many questions', async () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    const remove = vi.spyOn(signal, 'removeEventListener');
    const gate = gateWith({ ...pushAsks, approver: answering(yes) });
    for (let count = 0; count < 3; count++) await gate.authorize(sh('git push'), { signal });
    expect(add).toHaveBeenCalledTimes(3);
    expect(remove).toHaveBeenCalledTimes(3);
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

describe('calls that are none', () => {
  const trap = new Proxy(
    {},
    {
      get() {
        throw new Error('a trap');
      },
      has() {
        throw new Error('a trap');
      },
      ownKeys() {
        throw new Error('a trap');
      },
      getOwnPropertyDescriptor() {
        throw new Error('a trap');
      },
      getPrototypeOf() {
        throw new Error('a trap');
      },
    },
  );
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const cases: readonly [string, unknown, RegExp][] = [
    ['null', null, /the call is not an object/],
    ['undefined', undefined, /the call is not an object/],
    ['a text', 'Bash', /the call is not an object/],
    ['no tool', { input: {} }, /the call names no tool/],
    ['an empty tool', { tool: '', input: {} }, /the call names no tool/],
    ['no input', { tool: 'Bash' }, /the input is not an object/],
    ['a list as input', { tool: 'Bash', input: [] }, /the input is not an object/],
    ['a relative directory', { tool: 'Bash', input: {}, cwd: 'x' }, /`cwd` is not an absolute path/],
    ['a tool that is a trap', hostile('tool'), /the operator of this program is told what/],
    ['an input that is a trap', hostile('input'), /the operator of this program is told what/],
    ['a session that is a trap', hostile('session'), /the operator of this program is told what/],
    [
      'an agent that is a trap',
      { tool: 'Bash', input: {}, agent: trap },
      /the operator of this program is told what/,
    ],
    ['everything a trap', trap, /the operator of this program is told what/],
    [
      'arguments that are a trap',
      { tool: 'other', input: trap },
      /the operator of this program is told what/,
    ],
    ['arguments without end', { tool: 'other', input: cyclic }, /./],
  ];
  test.each(
    modes.flatMap((mode) => cases.map(([name, call, reason]) => [name, mode, call, reason] as const)),
  )('%s in %s: deny, with the reason', async (_name, mode, call, reason) => {
    const approver = scriptedApprover([yes]);
    const gate = gateWith({ policy: { allow: ['*'] }, mode, approver, log: memoryLog() });
    expect(gate.decide(call as ToolCall)).toMatchObject({
      verdict: 'deny',
      message: expect.stringMatching(reason),
    });
    expect(await gate.authorize(call as ToolCall)).toMatchObject({ verdict: 'deny' });
    expect(gate.explain(call as ToolCall)).toMatchObject({ decision: { verdict: 'deny' }, parts: [] });
    expect(approver.asked).toEqual([]);
  });
});

describe('hostile tool names', () => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'then'])(
    '%s is a tool nobody described',
    (name) => {
      const call = { tool: name, input: {} };
      expect(gateWith().decide(call).verdict).toBe('ask');
      expect(gateWith({ policy: { allow: [name] } }).decide(call).verdict).toBe('allow');
      expect(gateWith({ policy: { allow: ['*'], deny: [name] } }).decide(call).verdict).toBe('deny');
      expect(gateWith({ mode: 'dontAsk' }).decide(call).verdict).toBe('deny');
      const own = defineTool({ name, check: () => ({ outcome: 'deny', reason: 'mine' }) });
      expect(gateWith({ tools: [own] }).decide(call).message).toBe(`Denied \`${name}\`: mine.`);
      expect(gateWith().visibleTools([name])).toEqual([name]);
    },
  );
});

describe('a tool whose own code fails', () => {
  const failing: readonly [string, Partial<ToolSpec>][] = [
    [
      'a check that throws',
      {
        check: () => {
          throw new Error('no idea');
        },
      },
    ],
    [
      'a check that throws a text',
      {
        check: () => {
          throw 'no idea' as unknown as Error;
        },
      },
    ],
    [
      'a check that promises',
      { check: () => Promise.resolve({ outcome: 'allow', reason: 'x' }) as unknown as Check },
    ],
    ['a check with another outcome', { check: () => ({ outcome: 'yes' }) as unknown as Check }],
    ['a check that answers true', { check: () => true as unknown as Check }],
    ['a check that answers null', { check: () => null as unknown as Check }],
    ['a check with an inherited outcome', { check: () => ({ outcome: 'toString' }) as unknown as Check }],
    [
      'a read-only test that throws',
      {
        readOnly: () => {
          throw new Error('no idea');
        },
      },
    ],
    [
      'a subject that throws',
      {
        subject: () => {
          throw new Error('no idea');
        },
      },
    ],
    [
      'touches that throw',
      {
        touches: () => {
          throw new Error('no idea');
        },
      },
    ],
    ['touches that promise', { touches: () => Promise.resolve([]) as unknown as [] }],
  ];
  test.each(failing)(
    '%s: ask, whatever the allow rules say, with the error in the receipt',
    (_name, spec) => {
      const tools = [defineTool({ name: 'flaky', ...spec })];
      const call = { tool: 'flaky', input: {} };
      for (const mode of ['default', 'acceptEdits'] as const) {
        const decision = gateWith({ tools, mode, policy: { allow: ['*'] } }).decide(call);
        expect(decision.verdict).toBe('ask');
        expect(decision.receipt.parts[0]?.reason).toMatch(/^the tool's own check failed: /);
        expect(decision.suggestions).toEqual([]);
      }
      for (const options of [
        { mode: 'dontAsk' as const },
        { interactive: false },
        { mode: 'explore' as const },
      ])
        expect(gateWith({ tools, policy: { allow: ['*'] }, ...options }).decide(call).verdict).toBe('deny');
    },
  );

  test.each<[string, unknown]>([
    ['a promise', Promise.resolve(true)],
    ['a text', 'yes'],
    ['a number', 1],
  ])('a read-only test that answers %s proves nothing', (_name, answer) => {
    const tools = [defineTool({ name: 'flaky', readOnly: () => answer as boolean })];
    expect(gateWith({ tools, mode: 'explore' }).decide({ tool: 'flaky', input: {} }).verdict).toBe('deny');
  });

  test('a deny rule about files may mean a tool whose reach is not known', () => {
    const tools = [
      defineTool({
        name: 'flaky',
        touches: () => {
          throw new Error('no idea');
        },
      }),
    ];
    const decision = gateWith({ tools, policy: { deny: ['Read(.env)'] } }).decide({
      tool: 'flaky',
      input: {},
    });
    expect(decision).toMatchObject({ verdict: 'ask', receipt: { parts: [{ step: 'mayDeny' }] } });
  });

  test.each<[string, unknown]>([
    ['no parts', []],
    ['a promise', Promise.resolve([])],
    ['nothing', undefined],
    ['a part that is none', [null]],
  ])('a tool that finds %s is never allowed', (_name, parts) => {
    const tool: Tool = {
      name: 'odd',
      kind: 'other',
      read: () => parts as ReturnType<Tool['read']>,
      offer: () => [],
    };
    for (const mode of modes)
      expect(
        gateWith({ tools: [tool], mode, policy: { allow: ['*'] } }).decide({ tool: 'odd', input: {} })
          .verdict,
      ).not.toBe('allow');
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

describe('a hidden tool that is called all the same', () => {
  const layer: Layer = {
    layer: 'project',
    file: 'policy.yaml',
    trusted: true,
    allow: ['*'],
    tools: { visible: ['Read', 'mcp__*', 'invoke'], hidden: ['mcp__legacy__*'] },
  };
  const invoke = metaTool({ tool: 'invoke', name: '$.name', args: '$.args' });
  const gateIn = (mode?: Mode) =>
    gateWith({ policy: compileCode([layer]), tools: [invoke], ...(mode === undefined ? {} : { mode }) });
  const listed: ToolCall = { tool: 'Read', input: { file_path: 'a.ts' } };

  test.each<[string, ToolCall, Verdict]>([
    ['one that is listed', listed, 'allow'],
    ['one that is not listed', sh('ls'), 'deny'],
    ['one that is listed and hidden', { tool: 'mcp__legacy__drop', input: {} }, 'deny'],
    ['one below a listed name', { tool: 'mcp__new__get', input: {} }, 'allow'],
    ['a meta-tool that carries it', { tool: 'invoke', input: { name: 'mcp__legacy__drop' } }, 'deny'],
    ['a meta-tool that carries another', { tool: 'invoke', input: { name: 'mcp__new__get' } }, 'allow'],
  ])('%s', (_name, call, verdict) => {
    expect(gateIn().decide(call).verdict).toBe(verdict);
  });

  test.each(modes)('is denied in the mode %s', (mode) => {
    expect(gateIn(mode).decide(sh('ls')).verdict).toBe('deny');
  });

  test('the person receives which list it was, the model that there is no such tool', () => {
    expect(gateIn().decide({ tool: 'mcp__legacy__drop', input: {} })).toMatchObject({
      message:
        'Denied: calls `drop` on the MCP server legacy, which by its name removes things from a remote system. tools.hidden (project, policy.yaml) denies it.',
      guidance: 'There is no tool mcp__legacy__drop here.',
      suggestions: [],
    });
    expect(gateIn().decide(sh('make'))).toMatchObject({
      message:
        'Denied: `make` runs code of this project. tools.visible [Read, mcp__*, invoke] (project, policy.yaml) denies it.',
    });
  });

  test('is on record', async () => {
    const log = memoryLog();
    await gateWith({ policy: compileCode([layer]), log }).authorize(sh('ls'));
    expect(log.entries).toMatchObject([{ type: 'decided', decision: { verdict: 'deny' } }]);
  });
});

test('grants that were there before count', () => {
  const grants = memoryGrants([grantOf({ rules: ['Bash(make)'], answers: [{ because: 'no-rule' }] })]);
  expect(gateWith({ grants }).decide(sh('make')).verdict).toBe('allow');
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

test('a policy that was replaced stays replaced, whatever was asked of the gate before', () => {
  const gate = createGate({
    policy: { allow: ['Bash'], tools: { hidden: ['WebFetch'] } },
    world: () => fixedWorld(),
  });
  expect(gate.visibleTools(['Bash', 'WebFetch'])).toEqual(['Bash']);
  gate.setPolicy({ deny: ['Bash'] });
  expect(gate.visibleTools(['Bash', 'WebFetch'])).toEqual(['WebFetch']);
  const call = { tool: 'Bash', input: { command: 'make' } };
  expect(gate.decide(call).verdict).toBe('deny');
  expect(gate.decide(call).verdict).toBe('deny');
  expect(gate.visibleTools(['Bash', 'WebFetch'])).toEqual(['WebFetch']);
});
