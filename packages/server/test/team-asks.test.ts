import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncTeam } from '@permesso/gate/team';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serve } from '../src/serve.ts';
import { ask, createTeam, inspect, startTestServer, type Team, type TestServer } from './harness.ts';
import { onServer } from './on-server.ts';
import { joinedMachine, soon, type Machine } from './machine.ts';
import { publish } from './publish.ts';
import { compiled } from '../../permesso/test/compiled.ts';
import { approvalsIn, giveAnswer } from '@permesso/gate/approval';
import { builtCommandLine } from '../../permesso/test/built.ts';

let server: TestServer;
let team: Team;
let machine: Machine;
let teams = 0;
const running: ChildProcess[] = [];

onServer((made) => {
  server = made;
});

const policy = `
allow: ['Bash(npm test)', 'mcp__notes__read_note']
ask: ['Bash(git push:*)', 'mcp__notes__write_note']
deny: ['Bash(curl:*)']
tests: [{ call: Bash(curl x), expect: deny }]
`;

beforeEach(async () => {
  team = await createTeam(server, `team-${++teams}`);
  machine = await joinedMachine(server, team);
  await publish(server, team, { text: policy });
  await soon(async () => {
    const found = await syncTeam(machine.teamDirectory, machine.membership);
    return 'manifest' in found && found.manifest.policy?.version === 1;
  });
});

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  machine.remove();
});

interface Asked {
  readonly id: string;
  readonly digest: string;
  readonly state: string;
}

async function questions(state = 'pending'): Promise<readonly Asked[]> {
  const token = team.token('approver');
  return (await ask(server, `GET /v1/approvals?state=${state}`, { token })).json.approvals;
}

async function nextQuestion(): Promise<Asked> {
  let found: Asked | undefined;
  await soon(async () => {
    [found] = await questions();
    return found !== undefined;
  });
  if (found === undefined) throw new Error('no question');
  return found;
}

async function answer(verdict: 'allow' | 'deny', who = 'approver'): Promise<number> {
  const { id, digest } = await nextQuestion();
  const how = { token: team.token(who), body: { digest, verdict } };
  return (await ask(server, `POST /v1/approvals/${id}/answer`, how)).status;
}

/** The machine's view of a server that is gone, and back again. */
const away = 'http://127.0.0.1:1';
function moveTo(from: string, to: string): void {
  for (const path of ['.local/state/permesso/team/membership.json', '.config/permesso/policy.yaml'])
    machine.write(path, readFileSync(join(machine.home, path), 'utf8').replace(from, to));
}

/** As a person who watches pending requests announces it, in a process of its own: watching itself needs a terminal. */
async function somebodyIsThere(): Promise<void> {
  const present = join(import.meta.dirname, '../../gate/src/approval/channels/presence.ts');
  const state = join(machine.home, '.local/state/permesso');
  const script = `import(${JSON.stringify(present)}).then(({ announcePresence }) => { announcePresence(${JSON.stringify(state)}); setInterval(() => undefined, 1000); console.log('here'); })`;
  const child = spawn(process.execPath, ['-e', script]);
  running.push(child);
  await once(child.stdout, 'data');
}

/** As `permesso answer` does once it was confirmed on a terminal, which nobody holds here. */
function approve(id: string | undefined): string | undefined {
  const state = join(machine.home, '.local/state/permesso');
  const found = approvalsIn(state, Date.now()).find(({ approval }) => approval.id.startsWith(id ?? 'none'));
  if (found === undefined) return 'it does not wait';
  return giveAnswer(found, { verdict: 'allow', scope: 'once' });
}

const entries = async (): Promise<number> => {
  const [row] = await inspect<{ count: number }>(
    server.databaseUrl,
    'select count(*)::int as count from events where organisation = $1',
    [team.organisation],
  );
  return row?.count ?? 0;
};

describe('a hook under a policy that names the team', () => {
  test('asks the team without being told to, even where its host has a prompt of its own', async () => {
    const first = machine.hook('git push');
    // The owner of the agent that asks may not answer.
    expect(await answer('allow', 'owner')).toBe(403);
    expect(await answer('allow')).toBe(200);
    expect(await first).toBe('allow');
    const [second] = await Promise.all([machine.hook('git push'), answer('deny')]);
    expect(second).toBe('deny');
    expect(await Promise.all([machine.hook('npm test'), machine.hook('curl x')])).toEqual(['allow', 'deny']);
  });

  test('leaves the host its prompt where no policy of the person or the machine names it', async () => {
    machine.write('.config/permesso/policy.yaml', '');
    machine.write('work/.permesso/policy.yaml', `team: ${server.url}\n`);
    expect(await machine.hook('make all')).toBe('ask');
    expect(await questions()).toEqual([]);
  });

  test('denies where the policy names a team that this machine has not joined', async () => {
    machine.write('.config/permesso/policy.yaml', 'team: https://elsewhere.example\n');
    expect(await machine.hook('make all')).toBe('deny');
  });

  test.each([[''], ['host'], ['present'], ['pending'], ['terminal']])(
    'asks the team what the team asks about, whatever the person’s policy and the hook’s --ask say: %j',
    async (asker) => {
      machine.write('.config/permesso/policy.yaml', '');
      const how = asker === '' ? [] : ['--ask', asker];
      expect(await machine.hook('git push', '--deadline', '8', ...how)).toBe('deny');
      expect(await questions()).toHaveLength(1);
      expect(await answer('allow')).toBe(200);
      expect(await machine.hook('git push', '--deadline', '20', ...how)).toBe('allow');
    },
  );

  test.each(['git push', 'make all', 'npm test'])(
    'denies %s where the membership was removed',
    async (command) => {
      rmSync(join(machine.teamDirectory, 'membership.json'));
      expect(await machine.hook(command)).toBe('deny');
    },
  );

  test('finds the answer that came after its time, and uses it once', async () => {
    expect(await machine.hook('git push', '--deadline', '8')).toBe('deny');
    expect(await answer('allow')).toBe(200);
    expect(await machine.hook('git push', '--deadline', '20')).toBe('allow');
    expect(await questions('consumed')).toHaveLength(1);
    // Used up: the next one is another question.
    expect(await machine.hook('git push', '--deadline', '8')).toBe('deny');
    expect(await questions()).toHaveLength(1);
    // Another call has no part in the answer to this one.
    await answer('allow');
    expect(await machine.hook('git push --force', '--deadline', '8')).toBe('deny');
  });

  test('goes on without the server: decisions by the last policy, requests to a person who is there, the log on disk', async () => {
    moveTo(server.url, away);
    expect(await Promise.all([machine.hook('npm test'), machine.hook('curl x')])).toEqual(['allow', 'deny']);
    expect(await machine.hook('make all')).toBe('deny');
    await somebodyIsThere();
    // Nobody here may approve it, so it is not put to anybody here.
    expect(await machine.hook('git push')).toBe('deny');
    expect((await machine.permesso('pending', '--json')).stdout).toContain('"pending":[]');
    const asked = machine.hook('make all');
    let id: string | undefined;
    await soon(async () => {
      const { stdout } = await machine.permesso('pending', '--json');
      id = /"id":"([\da-f-]+)"/.exec(stdout)?.[1];
      return id !== undefined;
    });
    expect(approve(id)).toBeUndefined();
    expect(await asked).toBe('allow');
    expect(await entries()).toBe(0);
    moveTo(away, server.url);
    expect((await machine.permesso('team', 'sync')).code).toBe(0);
    expect(await entries()).toBeGreaterThanOrEqual(5);
    expect(await questions()).toEqual([]);
  });
});

interface Client {
  readonly tell: (message: object) => void;
  readonly call: (name: string) => Promise<string>;
  readonly complaints: () => string;
}

/** A client of `permesso mcp`, a process of its own, in front of a real server. */
function startGateway(...options: readonly string[]): Client {
  const source = join(import.meta.dirname, '../../permesso');
  const child = spawn(
    process.execPath,
    [
      builtCommandLine,
      'mcp',
      '--name',
      'notes',
      ...options,
      '--',
      process.execPath,
      join(source, '../gate/test/mcp/tiny-server.ts'),
    ],
    { cwd: machine.work, env: { ...compiled, PATH: process.env['PATH'] ?? '', HOME: machine.home } },
  );
  running.push(child);
  const waiting = new Map<unknown, (text: string) => void>();
  let [out, complaints] = ['', ''];
  child.stderr.on('data', (data: Buffer) => (complaints += String(data)));
  child.stdout.setEncoding('utf8').on('data', (portion: string) => {
    const lines = (out + portion).split('\n');
    out = lines.pop() ?? '';
    for (const line of lines) waiting.get(JSON.parse(line).id)?.(line);
  });
  const tell = (message: object): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  // A client that could put questions to its own person, which is not who is to be asked.
  const opened = { protocolVersion: '2025-11-25', capabilities: { elicitation: {} } };
  tell({ id: 0, method: 'initialize', params: { ...opened, clientInfo: { name: 'x', version: '0' } } });
  let last = 0;
  return {
    tell,
    complaints: () => complaints,
    call: (name) =>
      new Promise((resolve) => {
        const id = ++last;
        waiting.set(id, resolve);
        tell({ id, method: 'tools/call', params: { name, arguments: {} } });
      }),
  };
}

describe('the gateway under a policy that names the team', () => {
  test('asks the team before the client, and goes on with its answer', async () => {
    const client = startGateway();
    expect(await client.call('read_note')).toContain('did read_note');
    const [yes] = await Promise.all([client.call('write_note'), answer('allow')]);
    expect(yes).toContain('did write_note');
    const [no] = await Promise.all([client.call('write_note'), answer('deny')]);
    expect(no).toContain('isError');
    expect(no).not.toContain('did write_note');
  });

  test('keeps the question of a client that gave up waiting', async () => {
    const client = startGateway();
    const first = client.call('write_note');
    const { id } = await nextQuestion();
    client.tell({ method: 'notifications/cancelled', params: { requestId: 1 } });
    void first;
    const second = client.call('write_note');
    await soon(async () => {
      const path = `GET /v1/approvals/${id}`;
      return (await ask(server, path, { token: team.token('approver') })).json.joined === 1;
    });
    await answer('allow');
    expect(await second).toContain('did write_note');
    expect(await questions('consumed')).toMatchObject([{ id }]);
  });

  test('goes on without the server, asks here, and sends the record when it is back', async () => {
    moveTo(server.url, away);
    const client = startGateway('--no-elicitation');
    expect(await client.call('read_note')).toContain('did read_note');
    const refused = await client.call('write_note');
    expect(refused).toContain('This needs approval by somebody in the team');
    expect(refused).not.toContain('did write_note');
    const held = client.call('drop_notes');
    let id: string | undefined;
    await soon(async () => {
      id = /approval needed: permesso pending ([\da-f]+)/.exec(client.complaints())?.[1];
      return id !== undefined;
    });
    expect(approve(id)).toBeUndefined();
    expect(await held).toContain('did drop_notes');
    moveTo(away, server.url);
    expect((await machine.permesso('team', 'sync')).code).toBe(0);
    expect(await entries()).toBeGreaterThanOrEqual(2);
  });
});

test('a question that the server has is waited for while the server is away, and answered by the next one', async () => {
  const own = await startTestServer();
  const port = Number(new URL(own.url).port);
  const theirs = await createTeam(own, 'theirs');
  const elsewhere = await joinedMachine(own, theirs, `team: ${own.url}\nask: ['Bash(git push:*)']\n`);
  const held = elsewhere.hook('git push');
  const token = theirs.token('approver');
  let found: Asked | undefined;
  await soon(async () => {
    [found] = (await ask(own, 'GET /v1/approvals?state=pending', { token })).json.approvals;
    return found !== undefined;
  });
  await own.stop();
  const again = await serve({ ...own.settings, port });
  const body = { digest: found?.digest, verdict: 'allow' };
  expect((await ask(again, `POST /v1/approvals/${found?.id}/answer`, { token, body })).status).toBe(200);
  expect(await held).toBe('allow');
  elsewhere.remove();
  await again.stop();
  await own.end();
});
