import { createHash } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { scriptedApprover } from '@permesso/gate/approvers';
import { fileLog } from '@permesso/gate/stores';
import {
  createTeamGate,
  joinTeam,
  sendLog,
  syncTeam,
  teamDirectory,
  verifyEvidence,
  type Membership,
  type TeamGate,
} from '@permesso/gate/team';
import type { Evidence } from '@permesso/protocol/proof';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ask, createTeam, inspect, type Team, type TestServer } from './harness.ts';
import { onServer } from './on-server.ts';
import { publish as publishVersion } from './publish.ts';
import { builtHook } from '../../permesso/test/built.ts';

let server: TestServer;
let team: Team;
let home: string;
let membership: Membership;
let teams = 0;
const gates: TeamGate[] = [];

onServer((made) => {
  server = made;
});

const where = (): { home: string; env: Record<string, string>; managed: string } => ({
  home,
  env: {},
  managed: join(home, 'managed'),
});
const logDirectory = (): string => join(home, '.local/state/permesso/log');

beforeEach(async () => {
  team = await createTeam(server, `team-${++teams}`);
  home = mkdtempSync(join(tmpdir(), 'permesso-client-'));
  membership = await joinTeam({
    url: server.url,
    token: team.enrolment,
    name: 'a laptop',
    directory: teamDirectory(where()),
  });
});

afterEach(() => {
  vi.useRealTimers();
  for (const gate of gates.splice(0)) gate.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 20 });
});

function personal(text: string): void {
  mkdirSync(join(home, '.config/permesso'), { recursive: true });
  writeFileSync(join(home, '.config/permesso/policy.yaml'), text);
}

function gateWith(options: object = {}): TeamGate {
  const gate = createTeamGate({
    ...where(),
    cwd: home,
    log: fileLog({ directory: logDirectory(), flush: 'entry' }),
    ...options,
  });
  gates.push(gate);
  return gate;
}

const policy = `
allow: ['Bash(npm test)']
ask: ['Bash(git push:*)']
deny: ['Bash(curl:*)']
tests: [{ call: Bash(curl x), expect: deny }]
`;

async function publish(text = policy): Promise<void> {
  await publishVersion(server, team, { text });
  await soon(async () => (await synced()).is !== 'refused' && readPolicy() === text);
}

function synced(to = membership): ReturnType<typeof syncTeam> {
  return syncTeam(teamDirectory(where()), to);
}

function readPolicy(): string | undefined {
  try {
    return readFileSync(join(teamDirectory(where()), 'policy.yaml'), 'utf8');
  } catch {
    return undefined;
  }
}

async function soon(is: () => Promise<boolean>): Promise<void> {
  await expect.poll(is, { timeout: 120_000, interval: 50 }).toBe(true);
}

/** As somebody who sets the clock of this machine. The server goes by that of the database. */
function setClock(ahead: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead });
}

const bash = (command: string): { tool: string; input: { command: string }; cwd: string } => ({
  tool: 'Bash',
  input: { command },
  cwd: home,
});

describe('the policy of the team', () => {
  test('decides on this machine, beside the person’s own', async () => {
    personal(`team: ${server.url}\nallow: ['Bash(make:*)', 'Bash(curl:*)']`);
    await publish();
    const gate = gateWith();
    expect(gate.team).toBe(server.url);
    expect(
      ['npm test', 'make all', 'curl x', 'git push'].map((each) => gate.explain(bash(each)).decision.verdict),
    ).toEqual(['allow', 'allow', 'deny', 'ask']);
    expect((await gate.check(bash('curl x'))).receipt.determining).toMatchObject([{ layer: 'team' }]);
  });

  test('stays when the server is gone', async () => {
    personal(`team: ${server.url}`);
    await publish();
    const away = { ...membership, url: 'http://127.0.0.1:1' };
    await expect(synced(away)).rejects.toThrow('the team server is away');
    expect((await gateWith().check(bash('curl x'))).verdict).toBe('deny');
  });

  test('a freeze stops everything with the next look', async () => {
    personal(`team: ${server.url}`);
    await publish();
    const gate = gateWith();
    expect((await gate.check(bash('npm test'))).verdict).toBe('allow');
    const body = { what: 'agent', id: membership.agent, reason: 'stolen' };
    await ask(server, 'PUT /v1/freeze', { token: team.token('admin'), body });
    await soon(async () => {
      await gate.sync();
      return (await gate.check(bash('npm test'))).verdict === 'deny';
    });
    expect((await gate.check(bash('npm test'))).message).toMatch('by the team: stolen');
    await ask(server, 'PUT /v1/freeze', { token: team.token('admin'), body: { ...body, reason: null } });
    await soon(async () => {
      await gate.sync();
      return (await gate.check(bash('npm test'))).verdict === 'allow';
    });
  });
});

describe('what a hostile network sends', () => {
  let evil: Server;
  let reply: (path: string) => { readonly status: number; readonly body: string };
  let to: Membership;

  beforeEach(async () => {
    await publish();
    evil = createServer((request, response) => {
      const { status, body } = reply(request.url ?? '');
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    evil.listen(0, '127.0.0.1');
    await once(evil, 'listening');
    to = { ...membership, url: `http://127.0.0.1:${(evil.address() as AddressInfo).port}` };
  });

  afterEach(() => {
    evil.close();
    evil.closeAllConnections();
  });

  async function real(path: string): Promise<string> {
    return await (await fetch(server.url + path)).text();
  }

  test('nothing, an error, another project: the last good policy stays', async () => {
    const other = await createTeam(server, `other-${teams}`);
    const stranger = await joinTeam({
      url: server.url,
      token: other.enrolment,
      name: 'x',
      directory: join(home, 'other'),
    });
    const theirs = await real(`/v1/bundles/${stranger.channel}`);
    for (const body of ['', '{}', '<html>', theirs]) {
      reply = () => ({ status: 200, body });
      expect((await synced(to)).is).toBe('refused');
    }
    reply = () => ({ status: 404, body: '' });
    expect((await synced(to)).is).toBe('refused');
    expect(readPolicy()).toBe(policy);
  });

  test('an older manifest is refused', async () => {
    const old = await real(`/v1/bundles/${membership.channel}`);
    await publish(`${policy}# newer\n`);
    reply = () => ({ status: 200, body: old });
    const found = await synced(to);
    expect(found).toMatchObject({ is: 'refused', why: expect.stringMatching('older than the last one') });
    expect(readPolicy()).toMatch('# newer');
  });

  test('a changed or empty policy under a true manifest is refused', async () => {
    const text = `${policy}# second\n`;
    await publishVersion(server, team, { text });
    const digest = createHash('sha256').update(text).digest('hex');
    let manifest = '';
    await soon(async () => {
      manifest = await real(`/v1/bundles/${membership.channel}`);
      return manifest.includes(digest);
    });
    for (const body of ['allow: [Bash]', '']) {
      reply = (path) => ({ status: 200, body: path.includes('/policies/') ? body : manifest });
      expect((await synced(to)).is).toBe('refused');
      expect(readPolicy()).toBe(policy);
    }
  });
});

describe('a question', () => {
  beforeEach(async () => {
    personal(`team: ${server.url}`);
    await publish();
  });

  async function answer(verdict: 'allow' | 'deny', change: object = {}): Promise<void> {
    let found: { id: string; digest: string } | undefined;
    await soon(async () => {
      const { json } = await ask(server, 'GET /v1/approvals?state=pending', {
        token: team.token('approver'),
      });
      found = json.approvals[0];
      return found !== undefined;
    });
    await ask(server, `POST /v1/approvals/${found?.id}/answer`, {
      token: team.token('approver'),
      body: { digest: found?.digest, verdict, ...change },
    });
  }

  test('goes to the team, whose yes is used once', async () => {
    const gate = gateWith();
    const [allowed] = await Promise.all([gate.authorize(bash('git push')), answer('allow')]);
    expect(allowed).toMatchObject({
      verdict: 'allow',
      answer: { by: `approver@${team.name}.example`, from: 'team' },
    });
    const [denied] = await Promise.all([gate.authorize(bash('git push')), answer('deny', { comment: 'no' })]);
    expect(denied).toMatchObject({ verdict: 'deny', answer: { comment: 'no' } });
  });

  test('of a hook goes to the team as well, in the words of its host', async () => {
    const work = mkdtempSync(join(tmpdir(), 'permesso-work-'));
    const run = (): ChildProcess =>
      spawn(process.execPath, [builtHook, 'claude-code', '--ask', 'team'], {
        cwd: work,
        env: { PATH: process.env['PATH'] ?? '', HOME: home },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
    const said = async (child: ChildProcess): Promise<string> => {
      const call = {
        session_id: 's',
        cwd: work,
        hook_event_name: 'PreToolUse',
        transcript_path: '/home/me/.claude/projects/-app/s.jsonl',
        tool_name: 'Bash',
        tool_input: { command: 'git push' },
      };
      child.stdin?.end(JSON.stringify(call));
      const pieces: Buffer[] = [];
      for await (const piece of child.stdout ?? []) pieces.push(piece as Buffer);
      return Buffer.concat(pieces).toString();
    };
    const [yes] = await Promise.all([said(run()), answer('allow')]);
    expect(yes).toContain('"permissionDecision":"allow"');
    const [no] = await Promise.all([said(run()), answer('deny')]);
    expect(no).toContain('"permissionDecision":"deny"');
    rmSync(work, { recursive: true, force: true, maxRetries: 20 });
  });

  test('that is not the team’s falls to the local approver while the server is away, and to deny without one', async () => {
    const path = join(teamDirectory(where()), 'membership.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace(server.url, 'http://127.0.0.1:1'));
    personal('team: http://127.0.0.1:1');
    const local = gateWith({ approver: scriptedApprover([{ verdict: 'allow', by: 'here' }]) });
    expect(await local.authorize(bash('make all'))).toMatchObject({
      verdict: 'allow',
      answer: { by: 'here' },
    });
    expect((await gateWith().authorize(bash('make all'))).verdict).toBe('deny');
    expect((await gateWith().authorize(bash('npm test'))).verdict).toBe('allow');
  });

  test('outlives a clock that is wrong for a while', async () => {
    const waiting = gateWith().authorize(bash('git push'));
    await soon(async () => {
      const { json } = await ask(server, 'GET /v1/approvals?state=pending', { token: team.token('viewer') });
      return json.approvals.length === 1;
    });
    setClock(2 * 60 * 60_000);
    await expect(sendLog(logDirectory(), teamDirectory(where()), membership)).rejects.toThrow(
      /a clock is wrong; here it is \d{4}-/,
    );
    const local = gateWith({ approver: scriptedApprover([{ verdict: 'allow', by: 'here' }]) });
    expect(await local.authorize(bash('make all'))).toMatchObject({ answer: { by: 'here' } });
    await answer('allow');
    await wait(1500);
    vi.useRealTimers();
    expect(await waiting).toMatchObject({ verdict: 'allow', answer: { from: 'team' } });
    await sendLog(logDirectory(), teamDirectory(where()), membership);
  });

  test('is withdrawn when nobody is waiting for it any longer', async () => {
    const stop = new AbortController();
    const waiting = gateWith().authorize(bash('git push'), { signal: stop.signal });
    await soon(async () => {
      const { json } = await ask(server, 'GET /v1/approvals?state=pending', { token: team.token('viewer') });
      return json.approvals.length === 1;
    });
    stop.abort();
    expect((await waiting).verdict).toBe('deny');
    await soon(async () => {
      const { json } = await ask(server, 'GET /v1/approvals?state=cancelled', {
        token: team.token('viewer'),
      });
      return json.approvals.length === 1;
    });
  });
});

test('a project cannot choose the team that is asked and told', async () => {
  mkdirSync(join(home, 'work/.permesso'), { recursive: true });
  writeFileSync(join(home, 'work/.permesso/policy.yaml'), `team: ${server.url}`);
  const gate = gateWith({ cwd: join(home, 'work') });
  expect(gate.team).toBeUndefined();
});

describe('the record', () => {
  test('of many files is sent once, in whatever pieces it is written and sent', async () => {
    const log = fileLog({ directory: logDirectory(), maxBytes: 400_000 });
    const write = (count: number): void => {
      for (let written = 0; written < count; written++)
        log.write({ type: 'failed', at: Date.now(), error: 'x'.repeat(written % 1000) });
      log.flush();
    };
    const ship = (): ReturnType<typeof sendLog> =>
      sendLog(logDirectory(), teamDirectory(where()), membership);
    write(2500);
    expect(await ship()).toEqual({ seq: 2500, sent: 2500 });
    write(7);
    expect(await ship()).toEqual({ seq: 2507, sent: 7 });
    write(1500);
    const [one, other] = await Promise.all([ship(), ship()]);
    expect([one.seq, other.seq, one.sent + other.sent]).toEqual([4007, 4007, 1500]);
    expect(readdirSync(logDirectory()).filter((name) => name.endsWith('.jsonl')).length).toBeGreaterThan(4);
    log.close();
    const [stored] = await inspect<{ count: number; distinct: number }>(
      server.databaseUrl,
      'select count(*)::int as count, count(distinct seq)::int as distinct from events where agent = $1',
      [membership.agent],
    );
    expect(stored).toEqual({ count: 4007, distinct: 4007 });
  });

  test('that was begun again is not taken for the one that was sent', async () => {
    const write = (count: number): void => {
      const log = fileLog({ directory: logDirectory() });
      for (let at = 1; at <= count; at++) log.write({ type: 'failed', at, error: 'x' });
      log.close();
    };
    const ship = (): ReturnType<typeof sendLog> =>
      sendLog(logDirectory(), teamDirectory(where()), membership);
    write(5);
    await ship();
    rmSync(logDirectory(), { recursive: true, maxRetries: 20 });
    write(2);
    await expect(ship()).rejects.toThrow('has 5 entries of this agent and the log here ends with 2');
    rmSync(join(teamDirectory(where()), 'shipped.json'));
    await expect(ship()).rejects.toThrow('it was begun again');
    const token = team.enrolment;
    const again = { url: server.url, token, name: 'again', directory: join(home, 'again') };
    expect(await sendLog(logDirectory(), again.directory, await joinTeam(again))).toEqual({
      seq: 2,
      sent: 2,
    });
  });

  test('waits on disk while the server is away, arrives later, and is proven offline', async () => {
    personal(`team: ${server.url}`);
    await publish();
    const gate = gateWith();
    for (const command of ['npm test', 'curl x', 'npm test']) await gate.authorize(bash(command));
    const away = { ...membership, url: 'http://127.0.0.1:1' };
    await expect(sendLog(logDirectory(), teamDirectory(where()), away)).rejects.toThrow('away');
    await soon(async () => (await sendLog(logDirectory(), teamDirectory(where()), membership)).seq === 3);
    expect(await sendLog(logDirectory(), teamDirectory(where()), membership)).toEqual({ seq: 3, sent: 0 });
    rmSync(join(teamDirectory(where()), 'shipped.json'));
    expect(await sendLog(logDirectory(), teamDirectory(where()), membership)).toEqual({ seq: 3, sent: 0 });
    let evidence: Evidence | undefined;
    await soon(async () => {
      const { status, json } = await ask(server, `GET /v1/agents/${membership.agent}/evidence`, {
        token: team.token('viewer'),
      });
      evidence = json;
      // What people did is sealed as well, maybe before the entries.
      return status === 200 && evidence?.batches.at(-1)?.last === 3;
    });
    if (evidence === undefined) throw new Error('no evidence');
    expect(verifyEvidence(logDirectory(), evidence, membership.organisationKey)).toEqual({
      ok: true,
      proven: 3,
      problems: [],
    });
    const file = join(logDirectory(), 'log.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').split('\n').slice(0, 2).join('\n'));
    expect(verifyEvidence(logDirectory(), evidence, membership.organisationKey)).toMatchObject({
      ok: false,
      problems: ['the server has entry 3, and this log has not'],
    });
  });
});
