import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { onTeamStage } from './on-team-stage.ts';
import { askTeam, type Signed, type TeamStage } from './server-stage.ts';
import { type Machine } from './stage.ts';

let team: TeamStage;
let anna: Signed;
let machine: Machine;
let evil: Server;

onTeamStage(async (made) => {
  ({ team, machine } = made);
  anna = await team.person('anna', ['approver', 'admin']);
  evil = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Win a prize</title>');
  });
  evil.listen(0, '127.0.0.1');
  await once(evil, 'listening');
});

afterAll(() => {
  evil.close();
  evil.closeAllConnections();
});

/** What a page of somebody else can read and do with the browser in which a person is signed in. */
async function attack(from: string, question: string): Promise<Readonly<Record<string, unknown>>> {
  const page = await anna.page.context().newPage();
  onTestFinished(() => page.close());
  await page.goto(from);
  return await page.evaluate(
    async ({ url, approval }) => {
      const tried = async (work: () => Promise<unknown>): Promise<unknown> => {
        try {
          return await work();
        } catch {
          return 'refused';
        }
      };
      const read = (path: string) =>
        tried(async () => (await fetch(url + path, { credentials: 'include' })).text());
      const blind = (path: string) =>
        tried(async () => {
          const response = await fetch(url + path, { credentials: 'include', mode: 'no-cors' });
          return `${response.type} ${await response.text()}`;
        });
      const say = (path: string, type: string, body: string) =>
        tried(async () => {
          const headers = { 'content-type': type };
          const response = await fetch(url + path, {
            method: 'POST',
            credentials: 'include',
            mode: 'no-cors',
            headers,
            body,
          });
          return response.type;
        });
      const script = (path: string) =>
        new Promise((done) => {
          const element = document.createElement('script');
          element.src = url + path;
          element.addEventListener('load', () => done('loaded'));
          element.addEventListener('error', () => done('refused'));
          document.head.append(element);
        });
      const frame = (path: string) =>
        new Promise((done) => {
          const element = document.createElement('iframe');
          element.src = url + path;
          element.addEventListener('load', () => {
            // Null where it is another origin's.
            done(element.contentDocument === null ? 'closed' : 'open');
          });
          document.body.append(element);
        });
      const stream = (path: string) =>
        new Promise((done) => {
          const source = new EventSource(url + path, { withCredentials: true });
          source.addEventListener('inbox', () => done('received'));
          source.addEventListener('error', () => done('refused'));
        });
      const form = (path: string) =>
        new Promise((done) => {
          const target = document.createElement('iframe');
          target.name = `target${path}`;
          const element = document.createElement('form');
          element.action = url + path;
          element.method = 'post';
          element.enctype = 'text/plain';
          element.target = target.name;
          const input = document.createElement('input');
          input.name = '{"digest":"x","verdict":"allow","x":"';
          input.value = '"}';
          element.append(input);
          target.addEventListener('load', () => done('sent'));
          document.body.append(target, element);
          element.submit();
        });
      const answer = JSON.stringify({ digest: 'x', verdict: 'allow' });
      return {
        csrf: await read('/v1/session'),
        who: await read('/api/who'),
        blind: await blind('/v1/session'),
        script: await script('/v1/session'),
        frame: await frame('/'),
        stream: await stream('/api/live'),
        answer: await say(`/v1/approvals/${approval}/answer`, 'text/plain', answer),
        answerAsJson: await say(`/v1/approvals/${approval}/answer`, 'application/json', answer),
        signOut: await say('/v1/sign-out', 'text/plain', ''),
        form: await form(`/v1/approvals/${approval}/answer`),
        formOut: await form('/v1/sign-out'),
      };
    },
    { url: team.url, approval: question },
  );
}

test.each([
  ['another site', 'localhost'],
  ['a neighbour on the same host, who is sent the cookie', '127.0.0.1'],
])('%s reads nothing, answers nothing and signs nobody out', async (_what, host) => {
  const hook = askTeam(machine, `npm install ${host}`);
  onTestFinished(hook.kill);
  await anna.page.waitForFunction(() => document.querySelectorAll('.rows li').length === 1);
  const [question] = await team.sql("select id from approvals where state = 'pending'");
  const tried = await attack(
    `http://${host}:${(evil.address() as AddressInfo).port}/`,
    String(question?.['id']),
  );
  // What is opaque was sent and cannot be read; whether it did anything is asked below.
  expect(tried).toMatchObject({
    csrf: 'refused',
    who: 'refused',
    blind: 'refused',
    script: 'refused',
    frame: 'closed',
    stream: 'refused',
  });
  const votes = await team.sql('select count(*)::int as count from votes where approval = $1', [
    question?.['id'],
  ]);
  expect(votes).toEqual([{ count: 0 }]);
  await anna.page.reload();
  await anna.page.getByText('anna@acme.example at acme').waitFor();
  await anna.page.getByRole('button', { name: 'Deny', exact: true }).click();
  expect(await hook.ended).toContain('"permissionDecision":"deny"');
});

test('a strange page signs nobody in as somebody else', async () => {
  const page = await anna.page.context().newPage();
  onTestFinished(() => page.close());
  await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
  const said = await page.evaluate(
    async ({ url, token }) => {
      const body = JSON.stringify({ token });
      const say = async (type: string): Promise<string> => {
        const options = { method: 'POST', credentials: 'include', mode: 'no-cors', body } as const;
        try {
          return (await fetch(`${url}/v1/sign-in/token`, { ...options, headers: { 'content-type': type } }))
            .type;
        } catch {
          return 'refused';
        }
      };
      return [await say('text/plain'), await say('application/json')];
    },
    { url: team.url, token: team.adminToken },
  );
  expect(said.length).toBe(2);
  await anna.page.reload();
  await expect.poll(() => anna.page.getByText('anna@acme.example at acme').isVisible()).toBe(true);
});
