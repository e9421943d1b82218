import { afterAll, expect, test, vi } from 'vitest';
import { ask, createTeam, enrol, type Team, type TestAgent, type TestServer } from '../../test/harness.ts';
import { onServer } from '../../test/on-server.ts';
import { question } from '../../test/question.ts';
import { openNotifications, type Notification, type Notifications } from '../database/notifications.ts';

let server: TestServer;
let team: Team;
let agent: TestAgent;
let hints: Notifications;
const received: Notification[] = [];

onServer(async (made) => {
  server = made;
  team = await createTeam(server, 'hinted');
  agent = await enrol(server, team.enrolment);
  hints = openNotifications({ url: server.databaseUrl, onError: () => undefined });
  for (const each of ['requests', 'approvals', 'deliveries'] as const)
    hints.on(each, () => void received.push(each));
  await vi.waitUntil(() => {
    hints.give('requests');
    return received.length > 0;
  });
});
afterAll(() => hints.stop());

/** What is given for one request. */
async function hintsFor(callKey: string): Promise<readonly Notification[]> {
  received.length = 0;
  const { status, json } = await agent.ask('POST /v1/agent/approvals', { body: question({ callKey }) });
  expect(status).toBe(201);
  await vi.waitUntil(() => received.includes('requests'), { timeout: 10_000 });
  const given = [...received];
  await agent.ask(`DELETE /v1/agent/approvals/${json.id}`);
  await vi.waitUntil(() => received.includes('approvals'), { timeout: 10_000 });
  return given;
}

test('a new request has nobody look who waits for an answer, nor a sender where nobody is to be told', async () => {
  expect(new Set(await hintsFor('untold'))).toEqual(new Set(['requests']));
  const added = await ask(server, 'POST /v1/hooks', {
    token: team.token('admin'),
    body: { kind: 'webhook', project: null, address: 'https://hooks.example.com/in' },
  });
  expect(added.status).toBe(201);
  expect(new Set(await hintsFor('told'))).toEqual(new Set(['requests', 'deliveries']));
});
