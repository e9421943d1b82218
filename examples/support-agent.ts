/**
 * A support agent: who asks, what is allowed, who approves, how much a day, and a record of all of it. One process for each turn, as
 * behind a web server; requests and approvals are in a database. Run without arguments it plays one day and checks itself.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  approvals,
  createGate,
  defineTool,
  type Layer,
  type Principal,
  replay,
  type ToolCall,
} from '@permesso/gate';
import { sqliteStores } from '@permesso/gate/stores/sqlite';

// --- tools
const tools = [
  defineTool({ name: 'read_order', readOnly: () => true, effects: ['remote-read'] }),
  defineTool({ name: 'send_mail', effects: ['send'] }),
  defineTool({ name: 'refund', effects: ['pay'] }),
];
const run: Readonly<Record<string, (input: ToolCall['input']) => string>> = {
  read_order: ({ order }) => `order ${String(order)}: a lamp, 90 EUR`,
  send_mail: ({ to }) => `sent to ${String(to)}`,
  refund: ({ order, amount }) => `refunded ${String(amount)} EUR for ${String(order)}`,
};
// --- policy
const policy: Layer = {
  // What no rule names is denied: this agent has three tools and needs no others.
  unlisted: 'deny',
  allow: [
    'read_order',
    { rule: 'send_mail', when: { to: { $ref: 'principal.attributes.customer' } } },
    {
      rule: 'refund',
      limit: { sum: 'input.amount', most: 300, per: 'day', over: 'deny' },
      guidance: 'Tell the customer that a colleague will look at it tomorrow.',
    },
  ],
  ask: [
    {
      rule: 'refund',
      when: { amount: { gt: 50 } },
      message: 'A refund above 50 EUR.',
      approvers: { roles: ['supervisor'], not: 'requester', within: '4h' },
    },
  ],
};
// --- gate
function openApp(database: string) {
  const stores = sqliteStores(new DatabaseSync(database));
  // A call runs once its decision is on record, and only for a person who is signed in.
  const gate = createGate({ policy, tools, stores, requireLog: true, requirePrincipal: true });
  return { stores, gate };
}
// --- turn
/** One call that the model asked for: what the model is told. */
async function callTool(database: string, { user, tool, input }: Turn): Promise<string> {
  const { gate, stores } = openApp(database);
  const call: ToolCall = { tool, input, principal: principals[user], session: principals[user]?.session };
  if ((await gate.check(call)).verdict === 'ask') {
    const said = await gate.consult(call, { keepsRequests: true });
    const approval =
      said.verdict === 'ask' ? await stores.approvals.open(said.request, { now: Date.now() }) : undefined;
    // Not awaited: the answer comes to another process, perhaps tomorrow.
    if (approval?.state === 'pending') return `waits for a supervisor: ${approval.id}`;
  }
  // Where it was asked about, the approval is used here: for this call, once.
  const allowed = await gate.authorize(call);
  if (allowed.verdict === 'deny') return `denied: ${allowed.guidance ?? allowed.message}`;
  const result = run[tool]?.(input) ?? 'no such tool';
  allowed.ran({ ok: true });
  await stores.log.flush();
  return result;
}
// --- inbox
/** The page of somebody who approves. `user` comes from their sign-in. */
async function approveAll(database: string, { user }: Turn): Promise<string> {
  const { gate } = openApp(database);
  const inbox = approvals(gate, { approver: principals[user] });
  const open = await inbox.pending();
  for (const { id } of open) await inbox.answer(id, { verdict: 'allow' });
  return `approved ${open.length}`;
}
// --- people
/** From your sign-in, never from the body of a request and never from the model. */
const principals: Readonly<Record<string, Principal>> = {
  ann: {
    tenant: 'acme',
    user: 'ann',
    session: 'chat-1',
    roles: ['support'],
    attributes: { customer: 'kim@example.com' },
  },
  sue: { tenant: 'acme', user: 'sue', session: 'chat-2', roles: ['support', 'supervisor'] },
};
// --- end

interface Turn {
  readonly step: 'call' | 'approve';
  readonly user: string;
  readonly tool: string;
  readonly input: ToolCall['input'];
}

const [database, turn] = process.argv.slice(2);
if (database !== undefined && turn !== undefined) {
  const given = JSON.parse(turn) as Turn;
  process.stdout.write(await (given.step === 'call' ? callTool : approveAll)(database, given));
} else {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-support-'));
  const file = join(folder, 'permesso.db');
  const inProcess = (given: Partial<Turn>): string =>
    execFileSync(
      process.execPath,
      [...process.execArgv, '--no-warnings', import.meta.filename, file, JSON.stringify(given)],
      { encoding: 'utf8' },
    );
  const calls = (user: string, tool: string, input: ToolCall['input']): string =>
    inProcess({ step: 'call', user, tool, input });

  assert.match(calls('ann', 'read_order', { order: 'A-17' }), /a lamp/);
  assert.match(calls('ann', 'refund', { order: 'A-17', amount: 20 }), /refunded 20/);
  // To the customer of this chat, and to nobody whom a mail talked the model into.
  assert.match(calls('ann', 'send_mail', { to: 'kim@example.com' }), /sent/);
  assert.match(calls('ann', 'send_mail', { to: 'eve@evil.example' }), /denied/);
  assert.match(calls('ann', 'delete_account', {}), /denied/);
  // A large refund outlives the process that asked for it, and only another person can approve it.
  assert.match(calls('ann', 'refund', { order: 'A-17', amount: 90 }), /waits for a supervisor/);
  assert.equal(inProcess({ step: 'approve', user: 'ann' }), 'approved 0');
  assert.equal(inProcess({ step: 'approve', user: 'sue' }), 'approved 1');
  assert.match(calls('ann', 'refund', { order: 'A-17', amount: 90 }), /refunded 90/);
  assert.match(calls('ann', 'refund', { order: 'A-17', amount: 90 }), /waits for a supervisor/);
  // What a stricter policy would have changed, from the record.
  const { stores } = openApp(file);
  const stricter: Layer = { ...policy, ask: ['refund'] };
  const { changes } = await replay(stricter, stores.log.read({ tenant: 'acme' }));
  assert.deepEqual(
    changes.map(({ entry, after }) => [entry.call?.input['amount'], after]),
    [[20, 'ask']],
  );
  rmSync(folder, { recursive: true, maxRetries: 20 });
  process.stdout.write('support agent: one day played, every check passed\n');
}
