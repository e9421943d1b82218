/**
 * Approvals in Slack: a message with two buttons. What is posted is what the store holds, without secrets; who pressed is
 * known by Slack's signature and checked against your own list.
 */
import assert from 'node:assert/strict';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGate, type Approval } from '@permesso/gate';
import { durableApprover } from '@permesso/gate/approvers';
import { memoryApprovals } from '@permesso/gate/stores';

const signingSecret = 'from the settings of your Slack app';
const mayApprove = new Set(['U_ANN']);
// In production a store of `@permesso/gate/stores/*`: then a request survives a restart of the bot.
const store = memoryApprovals();

/** Plain text: nothing in a call can become a link or a mention. */
function messageOf({ id, request }: Approval): object {
  const text = (of: string): object => ({ type: 'plain_text', text: of.slice(0, 2900) });
  const about = `${request.decision.message}\n${JSON.stringify(request.call.input)}`;
  const button = (verdict: string): object => ({
    type: 'button',
    action_id: verdict,
    value: id,
    text: text(verdict),
  });
  const elements = ['allow', 'deny'].map(button);
  return {
    channel: 'C1',
    blocks: [
      { type: 'section', text: text(about) },
      { type: 'actions', elements },
    ],
  };
}

const signed = (secret: string, time: string, body: string): Buffer =>
  Buffer.from(`v0=${createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex')}`);

/** The route that Slack calls when a button is pressed: the body as it came, and two headers. */
function pressed(body: string, { time, signature }: { time: string; signature: Buffer }): number {
  const wanted = signed(signingSecret, time, body);
  const isFresh = Math.abs(Date.now() / 1000 - Number(time)) < 300;
  if (!isFresh || signature.length !== wanted.length || !timingSafeEqual(signature, wanted)) return 401;
  const { user, actions } = JSON.parse(new URLSearchParams(body).get('payload') ?? '{}');
  if (!mayApprove.has(user?.id)) return 403;
  const approval = store.get(String(actions?.[0]?.value));
  if (approval === undefined) return 404;
  const verdict = actions[0].action_id === 'allow' ? 'allow' : 'deny';
  const answer = { verdict, by: user.id, from: 'slack' } as const;
  const { digest } = approval.request;
  const done = store.change(approval.id, { type: 'answer', at: Date.now(), digest, answer });
  return done?.accepted === true ? 200 : 410;
}

// A Slack on loopback shows the message. Somebody forges a press, somebody may not approve, somebody does, twice.
const statuses: number[] = [];
const slack = createServer((request, response) => {
  request.setEncoding('utf8').on('data', (text: string) => {
    const { value } = JSON.parse(text).blocks[1].elements[0];
    const press = (id: string, secret: string): void => {
      const payload = JSON.stringify({ user: { id }, actions: [{ action_id: 'allow', value }] });
      const body = new URLSearchParams({ payload }).toString();
      const time = String(Math.floor(Date.now() / 1000));
      statuses.push(pressed(body, { time, signature: signed(secret, time, body) }));
    };
    press('U_ANN', 'a guess');
    for (const id of ['U_EVE', 'U_ANN', 'U_ANN']) press(id, signingSecret);
    response.end('{"ok":true}');
  });
});
await new Promise<void>((resolve) => slack.listen(0, '127.0.0.1', resolve));
const { port } = slack.address() as AddressInfo;

const notify = async (approval: Approval): Promise<void> => {
  const body = JSON.stringify(messageOf(approval));
  await fetch(`http://127.0.0.1:${port}/api/chat.postMessage`, { method: 'POST', body });
};
const gate = createGate({ policy: { ask: ['deploy'] }, approver: durableApprover({ store, notify }) });
const said = await gate.authorize({ tool: 'deploy', input: { target: 'staging' } });
assert.deepEqual([said.verdict, said.answer?.by, statuses], ['allow', 'U_ANN', [401, 403, 200, 410]]);
slack.close();
slack.closeAllConnections();
process.stdout.write('Slack bot: approved by the one person who may\n');
