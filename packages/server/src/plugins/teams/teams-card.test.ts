import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  ask,
  createTeam,
  enrol,
  startTestServer,
  type Team,
  type TestServer,
} from '../../../test/harness.ts';
import { question } from '../../../test/question.ts';

interface CardElement {
  readonly type: string;
  readonly inlines?: readonly { readonly type: string; readonly text: string }[];
}

interface Card {
  readonly body: readonly CardElement[];
  readonly actions: readonly { readonly type: string; readonly title: string; readonly url: string }[];
}

const cards: Card[] = [];

/** A webhook of Teams, with its checks: a message with one adaptive card of a version that Teams draws, below 28 kB. */
const teams = createServer((request, response) => {
  void (async () => {
    let text = '';
    for await (const piece of request) text += String(piece);
    const { type, attachments } = JSON.parse(text);
    const [attachment] = attachments ?? [];
    const { content } = attachment ?? {};
    const isCard =
      type === 'message' &&
      attachments.length === 1 &&
      attachment.contentType === 'application/vnd.microsoft.card.adaptive' &&
      content.type === 'AdaptiveCard' &&
      ['1.0', '1.1', '1.2', '1.3', '1.4', '1.5'].includes(content.version) &&
      Buffer.byteLength(text) < 28_000;
    if (isCard) cards.push(content as Card);
    response.writeHead(isCard ? 202 : 400).end();
  })();
});

let server: TestServer;
let team: Team;

beforeAll(async () => {
  teams.listen(0, '127.0.0.1');
  await once(teams, 'listening');
  server = await startTestServer();
  team = await createTeam(server, 'teams');
  const address = `http://127.0.0.1:${(teams.address() as AddressInfo).port}/workflow`;
  const body = { kind: 'teams', project: null, address };
  await ask(server, 'POST /v1/hooks', { token: team.token('admin'), body });
});

afterAll(async () => {
  await server.end();
  teams.close();
  teams.closeAllConnections();
});

const textsOf = ({ body }: Card): readonly string[] =>
  body.flatMap(({ inlines = [] }) => inlines.map(({ text }) => text));

async function cardFor(change: Readonly<Record<string, unknown>>): Promise<{ id: string; card: Card }> {
  const before = cards.length;
  const agent = await enrol(server, team.enrolment, 'laptop of Olga');
  const { id } = (await agent.ask('POST /v1/agent/approvals', { body: question(change) })).json;
  return { id, card: await vi.waitUntil(() => cards[before], { timeout: 60_000, interval: 50 }) };
}

test('a card says who asks, where and what, and leads to the console', async () => {
  const { id, card } = await cardFor({});
  expect(textsOf(card)).toEqual([
    'An agent wants to send commits to the remote of this branch, where others see them',
    'Owner: owner@teams.example',
    'Machine: laptop of Olga',
    'Project: main',
    'git push',
    'Publishes your work.',
    expect.stringMatching(/^It expires at /),
  ]);
  expect(card.actions).toEqual([
    { type: 'Action.OpenUrl', title: 'Open in console', url: `${server.url}/#/approvals?request=${id}` },
  ]);
});

test('hostile texts stay text: nothing in a card is Markdown, and the only address is the console', async () => {
  const command =
    '[Allow](https://evil.example) **x** <at>everyone</at> ghp_0123456789abcdefghijABCDEFGHIJ012345\n# Approved\u202e';
  const { card } = await cardFor({ call: { tool: '[a](https://evil.example)', input: { command } } });
  const kinds = new Set(
    card.body.flatMap(({ type, inlines = [] }) => [type, ...inlines.map((each) => each.type)]),
  );
  // Only these two are drawn as they are; a TextBlock or a fact would be read as Markdown.
  expect([...kinds]).toEqual(['RichTextBlock', 'TextRun']);
  expect(textsOf(card)).toContain('# Approved\\u{202e}');
  expect(JSON.stringify(card)).not.toContain('ghp_0123456789');
  expect(card.actions.map(({ url }) => new URL(url).origin)).toEqual([server.url]);
});

test('what cannot be undone says so', async () => {
  const { card } = await cardFor({
    call: { tool: 'Bash', input: { command: 'rm -rf /home/dev/project/src' } },
  });
  expect(textsOf(card)).toContainEqual(expect.stringContaining('cannot be undone'));
});
