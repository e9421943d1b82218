import { expect, test } from 'vitest';
import { createGate } from '../src/gate/gate.ts';
import { aiSdk } from '../src/sdks/ai-sdk/ai-sdk.ts';

const gate = createGate({ policy: { allow: ['refund'] }, requirePrincipal: true });
const refund = { tool: 'refund', input: {} };

test.each([
  ['deny', {}],
  ['deny', { session: 'chat 7' }],
  ['deny', { principal: { user: 'ann' } }],
  ['deny', { principal: { tenant: 'acme', roles: ['billing'] } }],
  ['allow', { principal: { tenant: 'acme', user: 'ann' } }],
] as const)('%s: a call with %j', async (verdict, who) => {
  const call = { ...refund, ...who };
  const said = await gate.authorize(call);
  expect([said.verdict, (await gate.consult(call)).verdict, (await gate.check(call)).verdict]).toEqual([
    verdict,
    verdict,
    verdict,
  ]);
  if (verdict === 'deny') expect(said.message).toContain('names no tenant and user');
});

test('an adapter without a principal runs nothing', async () => {
  const about = { toolCall: { toolName: 'refund', toolCallId: '1', input: {} }, messages: [] };
  const principal = { tenant: 'acme', user: 'ann' };
  expect(await aiSdk(gate).toolApproval(about)).toMatchObject({ type: 'denied' });
  expect(await aiSdk(gate, { principal }).toolApproval(about)).toMatchObject({ type: 'approved' });
});
