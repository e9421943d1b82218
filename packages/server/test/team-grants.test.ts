import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createTeamGate, syncTeam, type TeamGate } from '@permesso/gate/team';
import { type Manifest, newSigningKey, readManifest, signManifest } from '@permesso/protocol/bundle';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ask, asTwo, createTeam, inspect, type Answered, type Team, type TestServer } from './harness.ts';
import { onServer } from './on-server.ts';
import { readTeamGrant } from '@permesso/gate/approval';
import { joinedMachine, soon, type Machine } from './machine.ts';
import { publish } from './publish.ts';

let server: TestServer;
let team: Team;
/** Where the question comes from, and another machine of the project. */
let asking: Machine;
let other: Machine;
let teams = 0;
const gates: TeamGate[] = [];

onServer((made) => {
  server = made;
});

const policy = `
allow: ['Bash(npm test)']
ask: ['Bash(git push:*)']
deny: ['Bash(git push --force:*)', 'Bash(curl:*)']
tests: [{ call: Bash(curl x), expect: deny }]
`;
const people = { anna: ['approver'], bert: ['approver'], carl: ['approver'], dora: ['approver'] } as const;

beforeEach(async () => {
  team = await createTeam(server, `team-${++teams}`, people);
  asking = await joinedMachine(server, team);
  other = await joinedMachine(server, team);
  await publish(server, team, { text: policy });
  await until(({ policy: found }) => found?.version === 1);
});

afterEach(() => {
  for (const gate of gates.splice(0)) gate.close();
  for (const machine of [asking, other]) machine.remove();
});

/** Until both machines have what the server says now. */
async function until(is: (manifest: Manifest) => boolean): Promise<void> {
  for (const { teamDirectory, membership } of [asking, other])
    await soon(async () => {
      const found = await syncTeam(teamDirectory, membership);
      return 'manifest' in found && is(found.manifest);
    });
}

function gateOf(machine: Machine): TeamGate {
  const gate = createTeamGate({ ...machine.places, cwd: machine.work });
  gates.push(gate);
  return gate;
}

const bash = (command: string, { work }: Machine): { tool: string; input: object; cwd: string } => ({
  tool: 'Bash',
  input: { command },
  cwd: work,
});

const verdict = (machine: Machine, command: string): string =>
  gateOf(machine).explain(bash(command, machine) as never).decision.verdict;

interface Question {
  readonly id: string;
  readonly digest: string;
}

/** A call that is held, and the question about it. */
async function hold(
  command = 'git push origin main',
): Promise<{ question: Question; held: Promise<{ verdict: string }> }> {
  const held = gateOf(asking).authorize(bash(command, asking) as never);
  return { question: await nextQuestion(), held };
}

async function nextQuestion(): Promise<Question> {
  let question: Question | undefined;
  await soon(async () => {
    const { json } = await ask(server, 'GET /v1/approvals?state=pending', { token: team.token('anna') });
    question = json.approvals[0];
    return question !== undefined;
  });
  if (question === undefined) throw new Error('no question');
  return question;
}

async function offers({ id }: Question): Promise<readonly (readonly string[])[]> {
  const { json } = await ask(server, `GET /v1/approvals/${id}/team-grant`, { token: team.token('anna') });
  return json.offers.map(({ rules }: { rules: readonly string[] }) => rules);
}

function propose(
  { id, digest }: Question,
  rules: readonly string[],
  how: object = {},
  who = 'anna',
): Promise<Answered> {
  const body = { digest, rules, ...how };
  return ask(server, `POST /v1/approvals/${id}/team-grant`, { token: team.token(who), body });
}

interface Listed {
  readonly id: string;
  readonly digest: string;
  readonly state: string;
  readonly why: string | null;
  readonly quorum: number;
}

async function grants(): Promise<readonly Listed[]> {
  return (await ask(server, 'GET /v1/team-grants', { token: team.token('viewer') })).json.grants;
}

async function vote(who: string, change: object = {}, at = team): Promise<Answered> {
  const [grant] = await grants();
  const body = { digest: grant?.digest, verdict: 'allow', ...change };
  return await ask(server, `POST /v1/team-grants/${grant?.id}/vote`, { token: at.token(who), body });
}

async function granted(command?: string, how: object = {}): Promise<readonly string[]> {
  const { question, held } = await hold(command);
  const [rules = []] = await offers(question);
  expect((await propose(question, rules, how)).json).toMatchObject({ state: 'proposed' });
  expect((await held).verdict).toBe('allow');
  expect((await vote('bert')).json).toMatchObject({ state: 'granted' });
  await until((manifest) => manifest.grants?.length === 1);
  return rules;
}

async function acts(): Promise<readonly string[]> {
  const { json } = await ask(server, 'GET /v1/acts', { token: team.token('admin') });
  return json.acts
    .map(({ act }: { act: string }) => act)
    .filter((act: string) => act.startsWith('team-grant'));
}

describe('a yes for the whole team', () => {
  test('is an answer once, needs two votes, reaches every agent, and ends with the next look', async () => {
    const rules = await granted();
    expect(rules).toEqual(['Bash(git push origin main)']);
    for (const machine of [asking, other]) {
      expect(['git push origin main', 'git push origin x'].map((each) => verdict(machine, each))).toEqual([
        'allow',
        'ask',
      ]);
      // A deny stays a deny.
      expect(verdict(machine, 'git push origin main && curl x')).toBe('deny');
    }
    expect(await other.hook('git push origin main')).toBe('allow');
    // So does what a person asks for on their own machine.
    asking.write('.config/permesso/policy.yaml', `team: ${server.url}\nask: ['Bash(git push:*)']\n`);
    expect(verdict(asking, 'git push origin main')).toBe('ask');
    asking.write('.config/permesso/policy.yaml', `team: ${server.url}\n`);
    expect((await other.permesso('grants', '--json')).stdout).toContain('Bash(git push origin main)');
    const [grant] = await grants();
    expect(grant).toMatchObject({ state: 'granted', rules, quorum: 2, owner: team.people['owner']?.person });
    expect(await acts()).toEqual([
      'team-grant.grant',
      'team-grant.vote',
      'team-grant.vote',
      'team-grant.propose',
    ]);
    const token = team.token('admin');
    expect((await ask(server, `DELETE /v1/team-grants/${grant?.id}`, { token })).status).toBe(204);
    expect((await ask(server, `DELETE /v1/team-grants/${grant?.id}`, { token })).status).toBe(409);
    await until((manifest) => manifest.grants === undefined);
    expect([asking, other].map((machine) => verdict(machine, 'git push origin main'))).toEqual([
      'ask',
      'ask',
    ]);
    expect((await acts())[0]).toBe('team-grant.revoke');
  });

  test('settles what waits elsewhere for the same answer', async () => {
    await granted();
    const { question, held } = await hold('git push origin next');
    const [rules = []] = await offers(question);
    await propose(question, rules, {}, 'bert');
    expect((await held).verdict).toBe('allow');
    const waiting = gateOf(other);
    const call = waiting.authorize(bash('git push origin next', other) as never);
    await soon(async () => {
      const { json } = await ask(server, 'GET /v1/approvals?state=pending', { token: team.token('anna') });
      return json.approvals.length === 1;
    });
    await vote('carl');
    await until((manifest) => manifest.grants?.length === 2);
    expect(await call).toMatchObject({ verdict: 'allow' });
  });

  test('needs as many votes as the approval rules say, of people who may still vote', async () => {
    const body = { project: null, quorum: 1, answerMinutes: 60, escalateMinutes: null };
    const rule = (teamQuorum: number): Promise<Answered> =>
      ask(server, 'POST /v1/approval-rules', {
        token: team.token('admin'),
        body: { ...body, rule: 'Bash(git push:*)', teamQuorum },
      });
    expect((await rule(1)).status).toBe(400);
    expect((await rule(3)).status).toBe(201);
    const { question } = await hold();
    const [rules = []] = await offers(question);
    await propose(question, rules);
    expect((await vote('bert')).json).toMatchObject({ state: 'proposed' });
    // The vote of a person who lost the role does not count.
    await asTwo(server, team, [
      `PUT /v1/people/${team.people['bert']?.person}/roles`,
      { roles: [{ role: 'viewer', project: null }] },
    ]);
    expect((await vote('carl')).json).toMatchObject({ state: 'proposed' });
    expect((await vote('approver')).json).toMatchObject({ state: 'granted' });
  });

  test('is for all projects where it says so, and for no other project where it does not', async () => {
    const made = await ask(server, 'POST /v1/projects', {
      token: team.token('admin'),
      body: { name: 'second' },
    });
    const enrolment = await ask(server, 'POST /v1/enrolments', {
      token: team.token('admin'),
      body: { project: made.json.id, owner: team.people['owner']?.person, uses: 1, minutes: 5 },
    });
    const second = { ...team, project: made.json.id, enrolment: enrolment.json.token };
    const far = await joinedMachine(server, second);
    const strict = policy.replace('deny: [', "deny: ['Bash(git push origin next)', ");
    await publish(server, second, { text: strict });
    const here = async (is: (manifest: Manifest) => boolean): Promise<void> =>
      await soon(async () => {
        const found = await syncTeam(far.teamDirectory, far.membership);
        return 'manifest' in found && is(found.manifest);
      });
    await here((manifest) => manifest.policy !== undefined);
    await granted();
    expect(verdict(far, 'git push origin main')).toBe('ask');
    const { question } = await hold('git push origin next');
    const [rules = []] = await offers(question);
    await propose(question, rules, { reach: 'organisation', days: 1 });
    await vote('bert');
    await here((manifest) => manifest.grants?.length === 1);
    expect(verdict(other, 'git push origin main')).toBe('allow');
    // Granted to all, and denied where the project's own policy denies it.
    expect(verdict(far, 'git push origin next')).toBe('deny');
    far.remove();
  });

  test('ends by itself, in the bundle too', async () => {
    await granted(undefined, { days: 1 });
    await inspect(
      server.databaseUrl,
      'update team_grants set expires_at = now(), due_at = now() where organisation = $1',
      [team.organisation],
    );
    await until((manifest) => manifest.grants === undefined);
    expect(verdict(other, 'git push origin main')).toBe('ask');
    expect((await grants())[0]).toMatchObject({ state: 'expired', why: 'its time is over' });
    expect((await acts())[0]).toBe('team-grant.expire');
  });

  test('for a tool of an MCP server is about that tool as it was', async () => {
    const call = (machine: Machine, pin: string): never =>
      ({
        tool: 'mcp__notes__write_note',
        input: { text: 'a' },
        cwd: machine.work,
        mcp: { server: 'notes', tool: 'write_note', pin },
      }) as never;
    void gateOf(asking).authorize(call(asking, 'one'));
    const question = await nextQuestion();
    expect(await offers(question)).toContainEqual(['mcp__notes__write_note']);
    await propose(question, ['mcp__notes__write_note']);
    await vote('bert');
    await until((manifest) => manifest.grants?.length === 1);
    expect(['one', 'two'].map((pin) => gateOf(other).explain(call(other, pin)).decision.verdict)).toEqual([
      'allow',
      'ask',
    ]);
  });

  test('counts on an agent only until it ends, whatever the bundle still holds', async () => {
    await granted();
    const file = join(other.teamDirectory, 'grants.json');
    const soonOver = JSON.parse(readFileSync(file, 'utf8')).map((grant: object) => ({
      ...grant,
      expires: Date.now() - 1,
    }));
    other.write('.local/state/permesso/team/grants.json', JSON.stringify(soonOver));
    expect(verdict(other, 'git push origin main')).toBe('ask');
  });
});

describe('nobody can', () => {
  test('vote twice, for their own agent, without the role everywhere, or about something else', async () => {
    const { question } = await hold();
    const [rules = []] = await offers(question);
    await asTwo(server, team, [
      `PUT /v1/people/${team.people['dora']?.person}/roles`,
      { roles: [{ role: 'approver', project: team.project }] },
    ]);
    const everywhere = { detail: 'this needs the role approver for the whole organisation' };
    expect((await propose(question, rules, {}, 'owner')).status).toBe(403);
    expect((await propose(question, rules, {}, 'dora')).json).toMatchObject(everywhere);
    expect((await propose({ ...question, digest: 'x' }, rules)).status).toBe(403);
    expect((await propose(question, rules)).status).toBe(200);
    expect((await propose(question, rules)).json).toMatchObject({ detail: 'you have voted already' });
    expect((await vote('anna')).json).toMatchObject({ status: 403, detail: 'you have voted already' });
    expect((await vote('owner')).status).toBe(403);
    expect((await vote('author')).status).toBe(403);
    expect((await vote('bert', { digest: 'x' })).status).toBe(403);
    expect((await vote('dora')).json).toMatchObject(everywhere);
    expect((await grants())[0]).toMatchObject({ state: 'proposed' });
    await until((manifest) => manifest.grants === undefined);
  });

  test('outvote a no, or race to two yeses with one person', async () => {
    const { question } = await hold();
    const [rules = []] = await offers(question);
    const both = await Promise.all([propose(question, rules), propose(question, rules)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    const votes = await Promise.all(Array.from({ length: 8 }, () => vote('bert', { verdict: 'deny' })));
    expect(votes.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect((await vote('carl')).json).toMatchObject({ status: 409, detail: 'too late: it is refused' });
    expect((await grants())[0]).toMatchObject({ state: 'refused', why: 'somebody voted against it' });
  });

  test('grant more than the question was about', async () => {
    const { question } = await hold();
    const [narrow = []] = await offers(question);
    for (const rules of [
      ['Bash'],
      ['Bash(*)'],
      ['*'],
      [...narrow, 'Bash(curl:*)'],
      ['Bash(git push --force:*)'],
      ['Bash(git push origin main) '],
    ])
      expect([rules, (await propose(question, rules)).status]).toEqual([rules, 422]);
    expect(await grants()).toEqual([]);
  });

  test('be talked into it by an agent that lies about its question', async () => {
    // The agent offers a rule for everything, and says that nothing asked for safety.
    const { question } = await hold('git push origin main');
    await inspect(
      server.databaseUrl,
      `update approvals set request = jsonb_set(request, '{decision,suggestions}', '[{"rules":["Bash"],"covers":"x"}]')
       where id = $1`,
      [question.id],
    );
    expect((await propose(question, ['Bash'])).status).toBe(422);
    for (const [call, why] of [
      [{ tool: 'Bash', input: { command: 'curl x' }, cwd: '/w' }, 'the active policy denies it'],
      [{ tool: 'Bash', input: { command: 'npm test' }, cwd: '/w' }, "it is not the team's policy that asks"],
      [{ tool: 'Bash', input: { command: 'git push $(curl x)' }, cwd: '/w' }, 'the active policy denies it'],
      [{ tool: 'Bash', input: { command: 'git push "$X"' }, cwd: '/w' }, 'safety'],
    ] as const) {
      await inspect(
        server.databaseUrl,
        "update approvals set request = jsonb_set(request, '{call}', $2) where id = $1",
        [question.id, JSON.stringify(call)],
      );
      const refused = await propose(question, ['Bash(git push:*)']);
      expect([refused.status, refused.json.detail]).toEqual([422, expect.stringContaining(why)]);
    }
  });

  test('grant what the policy no longer asks about when the last vote comes', async () => {
    const { question } = await hold();
    const [rules = []] = await offers(question);
    await propose(question, rules);
    await publish(server, team, { text: policy.replace('deny: [', "deny: ['Bash(git push:*)', ") });
    expect((await vote('bert')).json).toMatchObject({ state: 'refused' });
    expect((await grants())[0]).toMatchObject({ why: 'the active policy denies it' });
    await until((manifest) => manifest.policy?.version === 2 && manifest.grants === undefined);
  });

  test('reach a grant of another organisation', async () => {
    await granted();
    const [grant] = await grants();
    const theirs = await createTeam(server, `theirs-${teams}`, people);
    const token = theirs.token('anna');
    const body = { digest: grant?.digest, verdict: 'deny' };
    expect((await ask(server, `POST /v1/team-grants/${grant?.id}/vote`, { token, body })).status).toBe(404);
    expect((await ask(server, `DELETE /v1/team-grants/${grant?.id}`, { token })).status).toBe(404);
    expect((await ask(server, 'GET /v1/team-grants', { token })).json.grants).toEqual([]);
    expect((await grants())[0]).toMatchObject({ state: 'granted' });
    for (const who of ['viewer', 'author'])
      expect(
        (await ask(server, `DELETE /v1/team-grants/${grant?.id}`, { token: team.token(who) })).status,
      ).toBe(403);
  });
});

describe('an agent does not believe', () => {
  let evil: Server;
  let reply = '';

  beforeEach(async () => {
    evil = createServer((_request, response) => response.writeHead(200).end(reply));
    evil.listen(0, '127.0.0.1');
    await once(evil, 'listening');
  });

  afterEach(() => {
    evil.close();
    evil.closeAllConnections();
  });

  const misled = (): ReturnType<typeof syncTeam> => {
    const url = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`;
    return syncTeam(other.teamDirectory, { ...other.membership, url });
  };

  const envelope = (machine = other): string =>
    readFileSync(join(machine.teamDirectory, 'manifest.json'), 'utf8');

  function manifestIn(text: string): Manifest {
    const { organisationKey, organisation, project } = other.membership;
    const pinned = { publicKey: organisationKey, organisation, project };
    const read = readManifest(text, { ...pinned, serial: 0, baseline: 0 });
    if (!read.ok) throw new Error(read.why);
    return read.value;
  }

  const forged = {
    id: 'forged',
    rules: ['Bash(git push:*)', 'Bash(curl:*)'],
    answers: [{ because: 'no-rule' }],
    givenIn: 'default',
    expires: Date.now() + 1e9,
  } as const;

  test('a grant that somebody else signed, or that was added afterwards', async () => {
    const manifest = manifestIn(envelope());
    const more = { ...manifest, serial: manifest.serial + 1, grants: [forged] };
    reply = signManifest(more, newSigningKey().privateKey);
    expect(await misled()).toMatchObject({ is: 'refused', why: "its signature is not the organisation's" });
    const { signature } = JSON.parse(envelope());
    reply = JSON.stringify({ manifest: JSON.stringify(more), signature });
    expect(await misled()).toMatchObject({ is: 'refused' });
    expect(['git push', 'curl x'].map((each) => verdict(other, each))).toEqual(['ask', 'deny']);
  });

  test('an older bundle that still holds what was taken back', async () => {
    await granted();
    const old = envelope();
    const [grant] = await grants();
    await ask(server, `DELETE /v1/team-grants/${grant?.id}`, { token: team.token('anna') });
    await until((manifest) => manifest.grants === undefined);
    reply = old;
    expect(await misled()).toMatchObject({
      is: 'refused',
      why: expect.stringContaining('older than the last'),
    });
    expect(verdict(other, 'git push origin main')).toBe('ask');
  });

  test('an older bundle even where the policy of the newer one could not be had', async () => {
    await granted();
    const old = envelope();
    const [grant] = await grants();
    await ask(server, `DELETE /v1/team-grants/${grant?.id}`, { token: team.token('anna') });
    await publish(server, team, { text: `${policy}# newer\n` });
    let newer = '';
    await soon(async () => {
      newer = await (await fetch(`${server.url}/v1/bundles/${other.membership.channel}`)).text();
      return manifestIn(newer).policy?.version === 2;
    });
    // The network passes on the manifest and keeps the policy back: what was taken back is gone all the same.
    reply = newer;
    expect((await misled()).is).toBe('refused');
    expect(verdict(other, 'git push origin main')).toBe('ask');
    reply = old;
    expect(await misled()).toMatchObject({
      is: 'refused',
      why: expect.stringContaining('older than the last'),
    });
    expect(verdict(other, 'git push origin main')).toBe('ask');
  });

  test('a grant with a limit that it does not know, one without an end, one for safety, one without rules', () => {
    const whole = { ...forged, rules: ['Bash(make:*)'] };
    expect(readTeamGrant(whole)).toBeDefined();
    for (const grant of [
      { ...whole, onlyOn: 'sundays' },
      { ...whole, expires: undefined },
      { ...whole, rules: [] },
      { ...whole, rules: ['Bash('] },
      { ...whole, answers: [{ because: 'safety', code: 'x' }] },
      { ...whole, givenIn: 'whatever' },
    ]) {
      expect([grant, readTeamGrant(grant)]).toEqual([grant, undefined]);
    }
  });
});
