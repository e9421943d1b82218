import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ToolCall } from '@permesso/engine/call';
import { fixedWorld } from '@permesso/engine/world';
import { createGate } from '@permesso/gate/gate';
import type { ApprovalRequest } from '@permesso/protocol/approval';
import { requestTitle } from '@permesso/protocol/text';
import { shownSummary } from '../src/approvals/index.ts';
import { slackRequest } from '../src/plugins/slack/slack-blocks.ts';
import { teamsBody } from '../src/plugins/teams/teams-card.ts';
import { callNote } from '../src/plugins/web-push/push-note.ts';
import { mailText, type Message } from '../src/notifications/index.ts';

/** The calls and words that the other surfaces show: `packages/gate/test/asked-words.test.ts`. */
const file = new URL('../../gate/test/asked-calls.json', import.meta.url);
const calls = JSON.parse(readFileSync(file, 'utf8')) as readonly ToolCall[];

const world = fixedWorld();
const gate = createGate({ policy: { ask: ['*'] }, world: () => world });

async function requestFor(call: ToolCall): Promise<ApprovalRequest> {
  const { request } = await gate.consult({ ...call, cwd: world.cwd, host: 'claude-code' });
  if (request === undefined) throw new Error(`${JSON.stringify(call)} is not asked about`);
  // As it comes over the wire.
  return JSON.parse(JSON.stringify(request)) as ApprovalRequest;
}

const surfaces: Readonly<Record<string, (message: Message) => string>> = {
  Slack: (message) => JSON.stringify(slackRequest(message)),
  'Microsoft Teams': teamsBody,
  mail: mailText,
};

function messageOf(request: ApprovalRequest): Message {
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

test.each(Object.entries(surfaces))('%s has the title and the effects of every call', async (_name, show) => {
  const missing: string[] = [];
  for (const call of calls) {
    const request = await requestFor(call);
    const shown = lettersIn(show(messageOf(request)));
    for (const words of [requestTitle(request), ...request.effects.slice(0, 8).map((effect) => effect.words)])
      if (!shown.includes(lettersIn(words))) missing.push(words);
  }
  expect(missing).toEqual([]);
});

test('a push has the title of every call', async () => {
  for (const call of calls) {
    const request = await requestFor(call);
    expect(callNote(messageOf(request), new Date(0)).title).toBe(requestTitle(request).slice(0, 100));
  }
});

test("the team's console has the words of the machine", async () => {
  for (const call of calls) {
    const request = await requestFor(call);
    const { effects, ...summary } = shownSummary(request);
    expect(summary).toEqual(request.summary);
    expect(effects).toEqual(request.effects);
  }
});

test('a machine that keeps silent about what cannot be undone is not believed', async () => {
  const request = await requestFor({ tool: 'Bash', input: { command: 'git push --force origin main' } });
  const { why = '' } = request.summary ?? {};
  const quiet = { ...request, summary: { title: 'list the branches', why }, effects: [] };
  expect(shownSummary(quiet)).toMatchObject({
    title: 'overwrite origin/main, which others see',
    effects: [{ lasting: true }],
  });
});

test('a request of an older program has a title all the same, and one that is malformed names its tool', async () => {
  const { summary: _summary, ...older } = await requestFor({
    tool: 'Bash',
    input: { command: 'npm publish' },
  });
  expect(shownSummary(older as ApprovalRequest).title).toBe('publish this package to the npm registry');
  const broken = { ...older, summary: { title: 7 }, effects: 'x', call: { tool: 'Bash' } };
  expect(shownSummary(broken as unknown as ApprovalRequest).title).toBe('use Bash');
});
