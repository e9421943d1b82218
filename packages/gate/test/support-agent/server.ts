import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Principal } from '@permesso/engine/call';
import type { Answer } from '@permesso/protocol/approval';
import { createGate } from '../../src/gate/gate.ts';
import { approvals } from '../../src/gate/inbox/approvals.ts';
import { layerFromData } from '../../src/gate/data/layer-from-data.ts';
import { aiSdk } from '../../src/sdks/ai-sdk/ai-sdk.ts';
import { openStores, type StorePlace } from '../stores/open-stores.ts';

/** One server of a support agent: two tenants, refunds that others approve, a limit for each tenant, all kept in a database. */
export interface ServerStart {
  readonly place: StorePlace;
  /** Where a payment leaves a line, whatever becomes of this process. */
  readonly ledger: string;
}

/** Where the process kills itself, as `kill -9` would. */
export type CrashPoint = 'asked' | 'answered' | 'before it runs' | 'after it ran';

export interface ServerRequest {
  readonly do: 'call' | 'resume' | 'inbox' | 'answer';
  /** The tool call of the SDK. */
  readonly id?: string;
  readonly amount?: number;
  readonly answer?: Answer;
  readonly crash?: CrashPoint;
}

const { place, ledger } = JSON.parse(process.argv[2] ?? '') as ServerStart;
const stores = await openStores(place);

/** Rows of the table of tenants: they say what is allowed, never how far they are trusted. */
const rows: Readonly<Record<string, unknown>> = {
  acme: {
    allow: [{ rule: 'refund', limit: { sum: 'input.amount', most: 500, per: 'session', by: 'tenant' } }],
  },
  globex: { allow: ['refund'] },
};

const base = {
  unlisted: 'deny',
  ask: [
    {
      rule: 'refund',
      when: { amount: { gt: 100 } },
      approvers: { roles: ['supervisor'], not: 'requester', within: '4h' },
    },
  ],
  deny: [{ rule: 'refund', when: { amount: { gt: 1000 } } }],
} as const;

const gates = new Map(
  Object.entries(rows).map(([tenant, row]) => [
    tenant,
    createGate({
      policy: [base, layerFromData(row, { allows: true })],
      stores,
      requirePrincipal: true,
    }),
  ]),
);

/** The sign-in: who a token belongs to. */
const people: ReadonlyMap<string, Principal> = new Map<string, Principal>([
  ['ann', { tenant: 'acme', user: 'ann', roles: ['support'], session: 'chat 7' }],
  ['boss', { tenant: 'acme', user: 'boss', roles: ['support', 'supervisor'], session: 'chat 8' }],
  ['sue', { tenant: 'acme', user: 'sue', roles: ['supervisor'] }],
  ['eve', { tenant: 'globex', user: 'eve', roles: ['supervisor'], session: 'chat 7' }],
  // Another tenant, the same names.
  ['other ann', { tenant: 'globex', user: 'ann', roles: ['supervisor'], session: 'chat 7' }],
]);

function crashAt(point: CrashPoint, { crash }: ServerRequest): void {
  if (crash === point) process.kill(process.pid, 'SIGKILL');
}

async function serve(principal: Principal, request: ServerRequest): Promise<unknown> {
  const gate = gates.get(principal.tenant ?? '');
  if (gate === undefined) return { refused: 'no such tenant' };
  const inbox = approvals(gate, { approver: principal });
  if (request.do === 'inbox') return (await inbox.pending()).map(({ id }) => id);
  const { id = '', amount = 0 } = request;
  if (request.do === 'answer') {
    const isTaken = await inbox.answer(id, request.answer ?? { verdict: 'deny' });
    crashAt('answered', request);
    return isTaken;
  }
  const guard = aiSdk(gate, { principal });
  const { refund } = guard.guardTools({
    refund: {
      execute: (input: { readonly amount: number }) => {
        crashAt('before it runs', request);
        appendFileSync(ledger, `${principal.tenant ?? ''} ${input.amount}\n`);
        crashAt('after it ran', request);
        return 'paid';
      },
    },
  });
  const toolCall = { toolName: 'refund', toolCallId: id, input: { amount } };
  // What a browser sends back when the run is resumed: the requester's own approval.
  const messages =
    request.do === 'resume'
      ? [
          {
            role: 'assistant',
            content: [{ type: 'tool-approval-request', approvalId: 'a', toolCallId: id }],
          },
          { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a', approved: true }] },
        ]
      : [];
  const { type, reason } = await guard.toolApproval({ toolCall, tools: { refund }, messages });
  if (type === 'user-approval') crashAt('asked', request);
  if (type !== 'approved') return { type, reason };
  const run = refund.execute as unknown as (input: unknown, options: unknown) => Promise<unknown>;
  return await run({ amount }, { toolCallId: id, messages }).then(
    (result) => ({ type, result }),
    (error: unknown) => ({ type: 'denied', reason: String(error) }),
  );
}

async function bodyOf(request: IncomingMessage): Promise<ServerRequest> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString()) as ServerRequest;
}

const server = createServer((request, response) => {
  const principal = people.get(request.headers.authorization ?? '');
  if (principal === undefined) return void response.writeHead(401).end();
  void bodyOf(request)
    .then((body) => serve(principal, body))
    .then((said) => response.end(JSON.stringify(said)))
    .catch((error: unknown) => response.writeHead(500).end(JSON.stringify(String(error))));
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
