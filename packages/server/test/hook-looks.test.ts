import { readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { ask, createTeam, inspect, type Team, type TestServer } from './harness.ts';
import { onServer } from './on-server.ts';
import { joinedMachine, soon, type Machine } from './machine.ts';
import { publish } from './publish.ts';

let server: TestServer;
let team: Team;
let machine: Machine;
let teams = 0;

onServer((made) => {
  server = made;
});

const policy = `
deny: ['Bash(make:*)']
tests: [{ call: Bash(make), expect: deny }]
`;

beforeEach(async () => {
  team = await createTeam(server, `team-${++teams}`);
  machine = await joinedMachine(server, team, `team: ${server.url}\nallow: ['Bash(make:*)']\n`);
  await publish(server, team, { text: policy });
});

afterEach(() => machine.remove());

const mark = (): string => join(machine.teamDirectory, 'looked');

/** As if the last look were long ago, or were yet to come. */
function lookedAt(ms: number): void {
  utimesSync(mark(), new Date(ms), new Date(ms));
}

const sent = async (): Promise<number> => {
  const [row] = await inspect<{ count: number }>(
    server.databaseUrl,
    'select count(*)::int as count from events where organisation = $1',
    [team.organisation],
  );
  return row?.count ?? 0;
};

/** The server signs a change a moment later, so that more than one look may be needed; each takes a moment as well. */
async function obeyed(command: string): Promise<void> {
  await soon(async () => {
    lookedAt(0);
    await machine.hook(command);
    await wait(1500);
    return (await machine.hook(command)) === 'deny';
  });
}

test('a hook has the team looked at when nobody did: policy in, record out, and no hook waits for it', async () => {
  rmSync(mark());
  expect(await machine.hook('make')).toBe('allow');
  await soon(async () => (await sent()) > 0);
  await obeyed('make');
});

test('once a minute is enough, however many hooks there are', async () => {
  lookedAt(Date.now() - 61_000);
  await machine.hook('make');
  await soon(async () => (await sent()) > 0);
  const looked = readFileSync(mark(), 'utf8');
  const before = await sent();
  await Promise.all([machine.hook('make'), machine.hook('make')]);
  expect(readFileSync(mark(), 'utf8')).toBe(looked);
  expect(await sent()).toBe(before);
});

test('a clock that was set back puts it off by a minute at most', async () => {
  lookedAt(Date.now() + 86_400_000);
  await machine.hook('make');
  expect(statSync(mark()).mtimeMs).toBeLessThanOrEqual(Date.now());
});

test('a freeze is obeyed without anybody who watches', async () => {
  const token = team.token('admin');
  const body = { what: 'project', id: team.project, reason: 'an incident' };
  expect((await ask(server, 'PUT /v1/freeze', { token, body })).status).toBeLessThan(300);
  await obeyed('ls');
});

test('a server that fails costs no answer, and is not asked again by the next hook', async () => {
  let asked = 0;
  const failing = createServer((socket) => {
    asked += 1;
    socket.destroy();
  });
  failing.listen(0, '127.0.0.1');
  await once(failing, 'listening');
  onTestFinished(() => void failing.close());
  const url = `http://127.0.0.1:${(failing.address() as AddressInfo).port}`;
  const path = '.local/state/permesso/team/membership.json';
  machine.write(path, readFileSync(join(machine.home, path), 'utf8').replace(server.url, url));
  machine.write('.config/permesso/policy.yaml', `team: ${url}\nallow: ['Bash(make:*)']\n`);
  lookedAt(0);
  expect(await machine.hook('make')).toBe('allow');
  await soon(async () => asked > 0);
  const before = asked;
  expect(await machine.hook('make')).toBe('allow');
  expect(asked).toBe(before);
});

test('where no policy of the person names the team, no hook looks for it', async () => {
  machine.write('.config/permesso/policy.yaml', "allow: ['Bash(make:*)']\n");
  rmSync(mark());
  expect(await machine.hook('make')).toBe('allow');
  expect(() => statSync(mark())).toThrow('ENOENT');
});
