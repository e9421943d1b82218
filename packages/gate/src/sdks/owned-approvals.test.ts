import { describe, expect, test } from 'vitest';
import { memoryApprovals } from '../approval/stores/approval-store.ts';
import type { Answer } from '@permesso/protocol/approval';
import { memoryGrants } from '../approval/stores/grant-store.ts';
import { AnswerRefused } from '../approval/offered-answer.ts';
import type { Owner, Principal } from '@permesso/engine/call';
import { createGate, type Gate } from '../gate/gate.ts';
import { memoryLog } from '../log/entry/log.ts';
import { aiSdk, type AiSdkGuard, type AiSdkOptions } from './ai-sdk/ai-sdk.ts';
import { appCalls } from './app-calls.ts';
import { langchain } from './langchain/langchain.ts';

const anna: Owner = { tenant: 'acme', user: 'anna', session: 'chat-1' };

/** Everybody who is not Anna in her chat, by what is different about them. */
const others: readonly (readonly [string, Owner])[] = [
  ['another tenant', { ...anna, tenant: 'globex' }],
  ['no tenant', { user: 'anna', session: 'chat-1' }],
  ['another user', { ...anna, user: 'mallory' }],
  ['no user', { tenant: 'acme', session: 'chat-1' }],
  ['another session', { ...anna, session: 'chat-2' }],
];

function app(more: Partial<AiSdkOptions> = {}, asking: readonly string[] = ['refund']) {
  const [approvals, grants, log] = [memoryApprovals(), memoryGrants(), memoryLog()];
  const gate: Gate = createGate({ policy: { ask: asking }, grants, log });
  const guardOf = (owner: Owner | undefined): AiSdkGuard =>
    aiSdk(gate, { approvals, ...(owner === undefined ? {} : { principal: owner }), ...more });
  const ask = async (
    owner: Owner | undefined,
    {
      tool = 'refund',
      id = 'call-1',
      input = { amount: 1 },
    }: { readonly tool?: string; readonly id?: string; readonly input?: object } = {},
  ): Promise<string> => {
    const about = { toolCall: { toolName: tool, toolCallId: id, input }, messages: [] };
    return (await guardOf(owner).toolApproval(about)).type;
  };
  const run = async (owner: Owner | undefined, id = 'call-1'): Promise<string> => {
    const about = { toolCall: { toolName: 'refund', toolCallId: id, input: { amount: 1 } } };
    const messages = [
      { role: 'assistant', content: [{ type: 'tool-approval-request', approvalId: 'a', toolCallId: id }] },
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a', approved: true }] },
    ];
    return (await guardOf(owner).toolApproval({ ...about, messages })).type;
  };
  return { guardOf, ask, run, grants, log, gate, approvals };
}

const only = async (guard: AiSdkGuard): Promise<string> => (await guard.pending())[0]?.id ?? 'none';

describe('an answer never says more than was offered', () => {
  test.each<[string, unknown]>([
    ['every rule', { verdict: 'allow', scope: 'session', rules: ['*'] }],
    ['the rule of another tool', { verdict: 'allow', scope: 'session', rules: ['refund', 'delete_account'] }],
    ['a kind', { verdict: 'allow', scope: 'session', rules: ['Bash'] }],
    ['a wider name', { verdict: 'allow', scope: 'session', rules: ['ref*'] }],
    ['a rule that cannot be read', { verdict: 'allow', scope: 'session', rules: ['refund('] }],
    ['rules where none are kept', { verdict: 'allow', rules: ['*'] }],
    ['a deny of everything', { verdict: 'deny', scope: 'session', rules: ['*'] }],
    ['a scope that was not offered', { verdict: 'allow', scope: 'project' }],
    ['a deny for longer', { verdict: 'deny', scope: 'project' }],
    ['no scope at all', { verdict: 'allow', scope: 'forever' }],
    ['an input for what cannot be edited', { verdict: 'allow', input: { amount: 9 } }],
    ['an input that is none', { verdict: 'allow', input: [9] }],
    ['no verdict', { scope: 'session' }],
    ['a text', 'allow'],
  ])('%s is refused, and the question still waits', async (_name, answer) => {
    const { guardOf, ask, grants } = app();
    await ask(anna);
    const guard = guardOf(anna);
    await expect(guard.answer(await only(guard), answer as Answer)).rejects.toThrow(AnswerRefused);
    expect(await guard.pending()).toHaveLength(1);
    expect(grants.list()).toEqual([]);
    expect(grants.denials?.()).toEqual([]);
  });

  test('the error says what was offered', async () => {
    const { guardOf, ask } = app();
    await ask(anna);
    const guard = guardOf(anna);
    await expect(
      guard.answer(await only(guard), { verdict: 'allow', scope: 'session', rules: ['*'] }),
    ).rejects.toThrow(
      'the rule `*` says more than was offered; the rules on offer are refund({"amount":1}), refund.',
    );
  });

  test('what cannot be undone is approved once, and denied for the session', async () => {
    const { guardOf, ask } = app({}, ['Bash']);
    await ask(anna, { tool: 'Bash', input: { command: 'git push --force origin main' } });
    const guard = guardOf(anna);
    await expect(guard.answer('call-1', { verdict: 'allow', scope: 'session' })).rejects.toThrow(
      'the scope `session` was not offered; there are once',
    );
    await guard.answer('call-1', { verdict: 'deny', scope: 'session' });
    expect(await guard.pending()).toEqual([]);
  });

  test.each<[string, Answer]>([
    ['what was offered', { verdict: 'allow', scope: 'session', rules: ['refund'] }],
    ['something narrower', { verdict: 'allow', scope: 'session', rules: ['refund({"amount":1})'] }],
    ['for the user', { verdict: 'allow', scope: 'user', rules: ['refund'] }],
    ['until a time', { verdict: 'allow', scope: { until: Date.now() + 60_000 }, rules: ['refund'] }],
    ['a deny', { verdict: 'deny', comment: 'no' }],
  ])('%s counts', async (_name, answer) => {
    const { guardOf, ask } = app();
    await ask(anna);
    const guard = guardOf(anna);
    expect(await guard.answer(await only(guard), answer)).toBe(true);
  });

  test('what a run is resumed with is checked in the same way', async () => {
    const { grants, approvals, gate } = app();
    class ToolMessage {
      readonly content: string;
      constructor({ content }: { content: string }) {
        this.content = content;
      }
    }
    const guard = langchain<unknown, ToolMessage>(gate, { ToolMessage, approvals, principal: anna });
    const said = await guard.middleware.wrapToolCall(
      {
        toolCall: { id: 'c', name: 'refund', args: { amount: 1 } },
        tool: {},
        runtime: {
          interrupt: () => ({ decisions: [{ type: 'approve', scope: 'session', rules: ['*'] }] }),
        },
      },
      () => 'ran' as never,
    );
    expect(said).toMatchObject({ content: expect.stringContaining('says more than was offered') as string });
    expect(grants.list()).toEqual([]);
    expect(await guard.pending()).toEqual([]);
  });
});

describe.each(others)('%s', (_name, other) => {
  test('sees and answers no question of an owner', async () => {
    const { guardOf, ask } = app();
    await ask(anna);
    const id = await only(guardOf(anna));
    expect(await guardOf(other).pending()).toEqual([]);
    expect(await guardOf(other).pending('chat-1')).toEqual([]);
    expect(await guardOf(other).pending(anna)).toEqual([]);
    expect(await guardOf(other).answer(id, { verdict: 'allow' })).toBe(false);
    expect(await guardOf(other).answer('call-1', { verdict: 'allow' })).toBe(false);
    expect(await guardOf(other).answer(id, { verdict: 'deny' }, anna)).toBe(false);
    expect(await guardOf(anna).pending()).toHaveLength(1);
  });

  test('gains nothing from a yes, nor loses by a no', async () => {
    const { guardOf, ask, run, grants } = app();
    await ask(anna);
    await guardOf(anna).answer('call-1', { verdict: 'allow', scope: 'session', rules: ['refund'] });
    expect(await run(anna)).toBe('approved');
    expect(grants.list()).toHaveLength(1);
    expect(await ask(anna, { id: 'call-2' })).toBe('approved');
    expect(await ask(other, { id: 'call-2' })).toBe('user-approval');
    const no = app();
    await no.ask(anna);
    await no.guardOf(anna).answer('call-1', { verdict: 'deny', scope: 'session' });
    expect(await no.run(anna)).toBe('denied');
    expect(await no.ask(anna, { id: 'call-2' })).toBe('denied');
    expect(await no.ask(other, { id: 'call-2' })).toBe('user-approval');
  });

  test('cannot run what an owner approved', async () => {
    const { guardOf, ask, run } = app();
    await ask(anna);
    await guardOf(anna).answer('call-1', { verdict: 'allow' });
    expect(await run(other)).toBe('denied');
    expect(await run(anna)).toBe('approved');
  });
});

describe('the scope user', () => {
  test('is the user of the owner, in every session of theirs and nowhere else', async () => {
    const { guardOf, ask, run } = app();
    await ask(anna);
    await guardOf(anna).answer('call-1', { verdict: 'allow', scope: 'user', rules: ['refund'] });
    await run(anna);
    const verdicts = [];
    for (const owner of [{ ...anna, session: 'chat-9' }, ...others.map(([, one]) => one), undefined])
      verdicts.push(await ask(owner, { id: 'later' }));
    const asks = 'user-approval';
    expect(verdicts).toEqual(['approved', asks, asks, asks, asks, 'approved', asks]);
  });

  test.each<[string, Owner | undefined, AiSdkOptions['scopes'], readonly string[]]>([
    ['without an owner', undefined, undefined, ['once', 'session']],
    ['with one', anna, undefined, ['once', 'session', 'user']],
    ['a tenant without a user', { tenant: 'acme' }, ['once', 'session', 'user'], ['once', 'session']],
    ['narrowed', anna, ['once'], ['once']],
    ['chosen by the app', undefined, ['session', 'project', 'user'], ['once', 'session', 'project', 'user']],
  ])('%s', async (_name, owner, scopes, offered) => {
    const { guardOf, ask } = app(scopes === undefined ? {} : { scopes });
    await ask(owner);
    expect((await guardOf(owner).pending())[0]?.request.scopes).toEqual(offered);
  });
});

test('a guard of a session sees that session alone', async () => {
  const approvals = memoryApprovals();
  const gate = createGate({ policy: { ask: ['refund'] } });
  const of = (session: string): AiSdkGuard => aiSdk(gate, { session, approvals });
  for (const session of ['A', 'B'])
    await of(session).toolApproval({
      toolCall: { toolName: 'refund', toolCallId: session, input: {} },
      messages: [],
    });
  expect((await of('B').pending()).map(({ request }) => request.id)).toEqual(['B']);
  expect(await of('B').pending('A')).toEqual([]);
  expect(await of('B').answer(await only(of('A')), { verdict: 'allow' })).toBe(false);
});

test('a guard that serves many must be told whose approvals are meant', async () => {
  const { gate, ask, approvals } = app();
  await ask(anna);
  const guard = langchain<unknown, object>(gate, { ToolMessage: Object, approvals, principal: () => anna });
  await expect(guard.pending()).rejects.toThrow(/say whose approvals are meant/);
  await expect(guard.pending('chat-1')).rejects.toThrow(/say whose approvals are meant/);
  await expect(guard.answer('call-1', { verdict: 'allow' })).rejects.toThrow(/say whose approvals are meant/);
  await expect(guard.pending({})).rejects.toThrow(/`principal` is empty/);
  expect(await guard.pending(anna)).toHaveLength(1);
  expect(await guard.answer('call-1', { verdict: 'deny' }, anna)).toBe(true);
});

test('a call of a run without a person is denied, not made in the space that all share', async () => {
  const gate = createGate({ policy: { allow: ['refund'] } });
  const { calls, at } = appCalls<Owner | undefined>('app', gate, { principal: (found) => found });
  const verdictOf = async (context: Owner | undefined): Promise<string> =>
    (await calls.present(at({ id: 'c', tool: 'refund', input: {}, context }))).verdict;
  expect([await verdictOf(anna), await verdictOf(undefined)]).toEqual(['allow', 'deny']);
});

test.each<[string, unknown]>([
  ['nobody', {}],
  ['a user that a lookup did not find', { tenant: 'acme', user: undefined }],
  ['an empty user', { user: '' }],
  ['a number', { user: 7 }],
  ['a misspelt field', { tenat: 'acme' }],
  ['a text', 'acme'],
])('%s is not an owner', async (_name, owner) => {
  const { gate } = app();
  expect(() => aiSdk(gate, { principal: owner as Owner })).toThrow(/`principal/);
  const call = { tool: 'refund', input: {}, owner: owner as Owner };
  expect(await gate.check(call)).toMatchObject({ verdict: 'deny' });
});

test('an answer without a name is by the user of the owner, and the log has the owner', async () => {
  const { guardOf, ask, run, log } = app();
  await ask(anna);
  await run(anna);
  expect(log.entries.find(({ type }) => type === 'answered')).toMatchObject({
    answer: { by: 'anna' },
    call: { owner: anna },
  });
  expect(await guardOf(anna).pending()).toEqual([]);
});

describe('roles and attributes', () => {
  const policy = {
    allow: [{ rule: 'refund', when: { 'principal.roles': { contains: 'billing' } } }],
    deny: [{ rule: 'export', when: { 'principal.attributes.region': { not: 'eu' } } }],
  };
  const status = async (owner: Principal | undefined, toolName: string): Promise<string> => {
    const guard = aiSdk(createGate({ policy }), owner === undefined ? {} : { principal: owner });
    const toolCall = { toolName, toolCallId: 'c', input: {} };
    return (await guard.toolApproval({ toolCall, messages: [] })).type;
  };

  test.each<[Principal | undefined, string, string]>([
    [{ user: 'ann', roles: ['billing'] }, 'approved', 'user-approval'],
    [{ user: 'bob', roles: [] }, 'user-approval', 'user-approval'],
    [{ user: 'bob', attributes: { region: 'us' } }, 'user-approval', 'denied'],
    [{ roles: ['billing'], attributes: { region: 'eu' } }, 'approved', 'user-approval'],
    [undefined, 'user-approval', 'user-approval'],
  ])('%j reach the rules', async (owner, refund, exported) => {
    expect([await status(owner, 'refund'), await status(owner, 'export')]).toEqual([refund, exported]);
  });

  test('are no part of the space that grants live in', async () => {
    const gate = createGate({ policy: {} });
    const approvals = memoryApprovals();
    const guardOf = (roles: readonly string[]): AiSdkGuard =>
      aiSdk(gate, { approvals, principal: { user: 'ann', roles } });
    await guardOf(['a']).toolApproval({
      toolCall: { toolName: 'x', toolCallId: 'c', input: {} },
      messages: [],
    });
    expect(await guardOf(['b']).pending()).toHaveLength(1);
    expect((await guardOf(['b']).pending())[0]?.request.call).toMatchObject({
      owner: { user: 'ann' },
      principal: { user: 'ann', roles: ['a'] },
    });
  });

  test('that are none are refused', async () => {
    const owner = { user: 'ann', roles: 'admin' } as unknown as Principal;
    expect(() => aiSdk(createGate({ policy }), { principal: owner })).toThrow(
      /`principal.roles` is not a list of texts/,
    );
  });
});
