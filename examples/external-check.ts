/**
 * A deny rule that a policy service lifts: OPA's data API, as a small server of this program. Checks itself.
 * From the repository: `npm run build`, then `node examples/external-check.ts`.
 */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createGate } from '@permesso/gate';
import { opaCheck } from '@permesso/gate/checks';

interface Question {
  readonly input: { readonly input: { readonly amount: number } };
}

// What OPA answers for `allow if input.input.amount <= 50`.
const answer = async (request: IncomingMessage): Promise<string> => {
  const { input } = (await json(request)) as Question;
  const allow = input.input.amount <= 50;
  return JSON.stringify({ result: { allow, reason: allow ? '' : 'refunds end at 50' } });
};
const service = createServer((request, response) => {
  answer(request).then(
    (text) => response.end(text),
    () => response.destroy(),
  );
});
await new Promise<void>((resolve) => {
  service.listen(0, '127.0.0.1', resolve);
});
const { port } = service.address() as AddressInfo;

const gate = createGate({
  policy: { allow: ['refund'], deny: [{ rule: 'refund', check: 'opa' }] },
  checks: { opa: opaCheck({ url: `http://127.0.0.1:${port}/v1/data/agents/refund` }) },
});
const refund = (amount: number) => ({ tool: 'refund', input: { amount } });

assert.equal((await gate.authorize(refund(50))).verdict, 'allow');
const denied = await gate.authorize(refund(51));
assert.equal(denied.verdict, 'deny');
assert.match(denied.message, /refunds end at 50/);

// A service that is gone permits nothing.
service.closeAllConnections();
await new Promise((resolve) => {
  service.close(resolve);
});
const unreached = await gate.authorize(refund(5));
assert.equal(unreached.verdict, 'deny');
assert.equal(unreached.decision.receipt.checks?.[0]?.answer, 'failed');
