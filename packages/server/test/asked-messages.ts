import { readFileSync } from 'node:fs';
import { fixedWorld } from '@permesso/engine/world';
import type { ToolCall } from '@permesso/engine/call';
import { createGate } from '@permesso/gate/gate';
import type { ApprovalRequest } from '@permesso/protocol/approval';
import { requestTitle } from '@permesso/protocol/text';
import type { Message } from '../src/notifications/index.ts';

/** The calls and words that the other surfaces show: `packages/gate/test/asked-words.test.ts`. */
const file = new URL('../../gate/test/asked-calls.json', import.meta.url);
const askedCalls = JSON.parse(readFileSync(file, 'utf8')) as readonly ToolCall[];

const world = fixedWorld();
const gate = createGate({ policy: { ask: ['*'] }, world: () => world });

export async function requestFor(call: ToolCall): Promise<ApprovalRequest> {
  const { request } = await gate.consult({ ...call, cwd: world.cwd, host: 'claude-code' });
  if (request === undefined) throw new Error(`${JSON.stringify(call)} is not asked about`);
  // As it comes over the wire.
  return JSON.parse(JSON.stringify(request)) as ApprovalRequest;
}

export const askedRequests = (): Promise<readonly ApprovalRequest[]> =>
  Promise.all(askedCalls.map(requestFor));

export function messageOf(request: ApprovalRequest): Message {
  const asker = { owner: 'ann', machine: 'm', project: 'shop' };
  const { digest } = request;
  const at = { expiresAt: new Date(0), isEscalated: false, page: 'https://permesso.example/' };
  return { approval: 'q', digest, request, asker, quorum: 1, ...at };
}

function lettersIn(text: string): string {
  return text
    .replaceAll(/\\[nt]/gu, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
}

/** The titles and effects that a surface leaves out. */
export async function wordsMissingIn(show: (message: Message) => string): Promise<readonly string[]> {
  return (await askedRequests()).flatMap((request) => {
    const shown = lettersIn(show(messageOf(request)));
    const words = [requestTitle(request), ...request.effects.slice(0, 8).map((effect) => effect.words)];
    return words.filter((each) => !shown.includes(lettersIn(each)));
  });
}
