import assert from 'node:assert/strict';
import { enrolPurpose, newSigningKey, readManifest, signText } from '@permesso/protocol/bundle';
import { recordProblems, type RecordEvidence } from '@permesso/protocol/proof';
import { sealLogs } from '../../src/audit/seal-log.ts';
import { Browser } from '../browser.ts';
import { fakeSlack, secretsOf, type FakeSlack } from '../fake-slack.ts';
import { agentOf, ask, startTestServer, type Answered, type TestAgent, type TestServer } from '../harness.ts';
import { client, startProvider, type IdentityProvider } from '../identity-provider.ts';
import { makeLines } from '../lines.ts';
import { machineReport } from '../machine-report.ts';
import { question } from '../question.ts';

interface Spent {
  readonly wall: number;
  /** Of this process: the server, the identity provider and everybody who asks them. The database has its own. */
  readonly processor: number;
}

export interface RolloutPlayed {
  readonly people: number;
  readonly machines: number;
  /** Of each step of docs/rollout.md, in seconds. */
  readonly seconds: Readonly<Record<string, Spent>>;
  /** Acts and votes in the export that the auditor checked without the server. */
  readonly records: number;
}

export interface PlayOptions {
  readonly people: number;
  /** Sign-ins at a time. */
  readonly together?: number;
  readonly onStep?: (name: string, seconds: Spent) => void;
}

interface Play {
  readonly server: TestServer;
  readonly provider: IdentityProvider;
  readonly slack: FakeSlack;
  readonly people: number;
  readonly together: number;
  readonly organisationId: string;
  /** Anna, who administers the organisation. */
  readonly admin: (what: string, body?: unknown) => Promise<Answered>;
}

const organisation = 'acme';
const strict = `
ask: ['Bash(git push:*)']
deny: ['Read(~/.ssh/**)']
tests:
  - { call: Bash(git push), expect: ask }
`;
const looser = `allow: ['Bash(npm test)']${strict}`;
/** What nobody wants: every shell command is denied. */
const bad = looser
  .replace("['Read(~/.ssh/**)']", "['Read(~/.ssh/**)', 'Bash(npm:*)']")
  .replace("allow: ['Bash(npm test)']", '');

/** docs/rollout.md from its first week to its last, with a real identity provider, and everything over HTTP. */
export async function playRollout({ people, together = 8, onStep }: PlayOptions): Promise<RolloutPlayed> {
  assert(people >= 10, 'ten people at least: leads, approvers and others');
  const slack = await fakeSlack();
  const server = await startTestServer({
    settings: { webhookHosts: ['localhost', '127.0.0.1'] },
    env: { PERMESSO_SLACK_API: slack.api },
  });
  const provider = await startProvider(`${server.url}/v1/sign-in/callback`);
  const seconds: Record<string, Spent> = {};
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const begun = { at: performance.now(), used: process.cpuUsage() };
    const done = await work();
    const { user, system } = process.cpuUsage(begun.used);
    const wall = (performance.now() - begun.at) / 1000;
    seconds[name] = { wall: rounded(wall), processor: rounded((user + system) / 1e6) };
    onStep?.(name, seconds[name]);
    return done;
  };
  try {
    const organisationId = await server.operator.addOrganisation(organisation);
    const { token } = await server.operator.addPerson({
      organisation,
      email: 'anna@acme.example',
      roles: ['admin', 'viewer'],
    });
    const admin = (what: string, body?: unknown): Promise<Answered> =>
      ask(server, what, { token, ...(body === undefined ? {} : { body }) });
    const play: Play = { server, provider, slack, people, together, admin, organisationId };
    const project = await step('identity provider and project', () => connect(play));
    await step('people by SCIM, roles by group', () => provision(play, project));
    const machines = await step('machines by device flow', () => enrolAll(play, project));
    const [author, second, approver] = await signInAll(play, [1, 2, 3]);
    await step('policy in shadow, at 10 % and for all', () => firstVersion(author, project));
    await step('a looser version and its review', () => reviewedVersion(author, second, project));
    await step('every machine reports and sends its log', () => reportAll(play, machines));
    const approval = await step('approvals in Slack', () => approveInSlack(play, { approver, machines }));
    await step('a bad version and the way back', () =>
      badVersion({ play, author, project, machine: first(machines) }),
    );
    const records = await step("an auditor's export, verified", () => auditorsExport(play));
    await step('one call for an auditor, and its entries as OCSF', () => auditedCall(play, approval));
    return { people, machines: machines.length, seconds, records };
  } finally {
    provider.end();
    await server.end();
    await slack.close();
  }
}

function rounded(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}

const login = (at: number): string => `p${at}`;

function first<T>([one]: readonly T[]): T {
  assert(one !== undefined);
  return one;
}

function taken(answer: Answered, status: number): Answered['json'] {
  assert.equal(answer.status, status, JSON.stringify(answer.json));
  return answer.json;
}

/** So many at a time. */
async function each<T, R>(
  items: readonly T[],
  together: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const done: R[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) done[at] = await work(items[at] as T);
  };
  await Promise.all(Array.from({ length: together }, lane));
  return done;
}

async function connect({ server, provider: { issuer }, admin }: Play): Promise<string> {
  taken(await admin('PUT /v1/identity-provider', { issuer, ...client }), 204);
  await server.operator.trustIssuer({ organisation, issuer, domain: 'acme.example' });
  return taken(await admin('POST /v1/projects', { name: 'shop' }), 201).id;
}

async function provision({ server, people, together, admin }: Play, project: string): Promise<void> {
  const { token = '' } = await server.command('add-scim-token', [organisation]);
  const scim = (what: string, body: object): Promise<Answered> =>
    ask(server, what, { token, body, headers: { 'content-type': 'application/scim+json' } });
  const numbers = Array.from({ length: people }, (_, at) => at + 1);
  const ids = await each(numbers, together, async (at) => {
    const userName = `${login(at)}@acme.example`;
    const made = await scim('POST /scim/v2/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName,
      displayName: `Person ${at}`,
      emails: [{ value: userName, primary: true }],
    });
    return taken(made, 201).id as string;
  });
  const groups = { everybody: ids, leads: ids.slice(0, 2), security: ids.slice(2, 4) };
  for (const [displayName, members] of Object.entries(groups))
    taken(
      await scim('POST /scim/v2/Groups', {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
        displayName,
        members: members.map((value) => ({ value })),
      }),
      201,
    );
  const mappings = [
    { group: 'everybody', role: 'viewer', project },
    { group: 'leads', role: 'author', project },
    { group: 'security', role: 'approver', project },
  ];
  taken(await admin('PUT /v1/group-roles', { mappings }), 204);
}

async function signInAll(
  { server }: Play,
  people: readonly number[],
): Promise<readonly [Browser, Browser, Browser]> {
  const [one, two, three] = await Promise.all(people.map((at) => signedIn(server, at)));
  assert(one !== undefined && two !== undefined && three !== undefined);
  return [one, two, three];
}

async function signedIn(server: TestServer, at: number): Promise<Browser> {
  const browser = new Browser(server);
  assert.equal((await browser.signIn(login(at), organisation)).status, 303);
  return browser;
}

/** Each by its owner, who signs in at the provider; no token is made by anybody. */
async function enrolAll({ server, people, together }: Play, project: string): Promise<readonly TestAgent[]> {
  const numbers = Array.from({ length: people }, (_, at) => at + 1);
  return await each(numbers, together, async (at) => {
    const key = newSigningKey();
    const body = { name: `laptop-${at}`, publicKey: key.publicKey.toString('base64url') };
    const { deviceCode, userCode } = taken(await ask(server, 'POST /v1/device', { body }), 200);
    const browser = await signedIn(server, at);
    taken(await browser.ask(`POST /v1/device/${userCode}/confirm`, { project }), 204);
    const proof = signText(deviceCode, enrolPurpose, key.privateKey);
    const joined = await ask(server, 'POST /v1/device/token', { body: { deviceCode, proof } });
    const told = taken(joined, 201);
    assert.equal(told.owner, `${login(at)}@acme.example`);
    return agentOf(server, key, told);
  });
}

async function add(author: Browser, project: string, text: string): Promise<Answered['json']> {
  return taken(await author.ask(`POST /v1/projects/${project}/policies`, { text, note: 'a version' }), 201);
}

function roll(author: Browser, project: string, body: object): Promise<Answered> {
  return author.ask(`POST /v1/projects/${project}/rollout`, body);
}

/** It only asks and denies, so one author is enough. */
async function firstVersion(author: Browser, project: string): Promise<void> {
  const { number: version } = await add(author, project, strict);
  taken(await roll(author, project, { version, stage: 'report' }), 204);
  taken(await roll(author, project, { version, stage: 'share', share: 10 }), 204);
  taken(await roll(author, project, { version, stage: 'all' }), 204);
}

async function reviewedVersion(author: Browser, second: Browser, project: string): Promise<void> {
  const { number: version, digest, review } = await add(author, project, looser);
  taken(await roll(author, project, { version, stage: 'all' }), 409);
  const said = { digest, base: review.base, verdict: 'approve' };
  taken(await author.ask(`POST /v1/projects/${project}/policies/${version}/review`, said), 403);
  taken(await second.ask(`POST /v1/projects/${project}/policies/${version}/review`, said), 200);
  taken(await roll(author, project, { version, stage: 'all' }), 204);
}

async function reportAll({ admin, together }: Play, machines: readonly TestAgent[]): Promise<void> {
  const bytes = Buffer.from(makeLines(10).lines.join(''));
  await each(machines, together, async (machine) => {
    taken(
      await machine.ask('POST /v1/agent/report', {
        body: machineReport({ policy: { version: 2, serial: 1 } }),
      }),
      204,
    );
    taken(await machine.ask('POST /v1/agent/entries', { bytes }), 200);
  });
  assert.equal(taken(await admin('GET /v1/machines'), 200).total, machines.length);
}

async function approveInSlack(
  { server, slack, admin }: Play,
  { approver, machines }: { readonly approver: Browser; readonly machines: readonly TestAgent[] },
): Promise<string> {
  await server.command('set-slack', [organisation], { env: secretsOf(slack) });
  const { workspace } = taken(await admin('GET /v1/slack'), 200);
  taken(await admin('POST /v1/hooks', { kind: 'slack-channel', project: null, channel: 'C0TEAM' }), 201);
  const user = 'U0PAUL';
  slack.users.set(`${login(3)}@acme.example`, { id: user, name: 'paul', team_id: slack.team });
  taken(await approver.ask('PUT /v1/me/slack', { team: slack.team, user }), 204);
  const approvals: string[] = [];
  for (const [at, machine] of machines.slice(4, 7).entries()) {
    const asked = await machine.ask('POST /v1/agent/approvals', {
      body: question({ callKey: `push ${at}` }),
    });
    const { id } = taken(asked, 201);
    approvals.push(id);
    const message = await until(() =>
      slack.messages.find(({ blocks }) => JSON.stringify(blocks).includes(id)),
    );
    const action = at === 2 ? 'permesso_deny' : 'permesso_allow';
    assert.equal(await slack.press(workspace.requestUrl, { message, action, user }), 200);
    const { state } = await until(async () => {
      const { json } = await machine.ask(`GET /v1/agent/approvals/${id}`);
      return json.state === 'pending' ? undefined : json;
    });
    assert.equal(state, at === 2 ? 'denied' : 'approved');
  }
  return first(approvals);
}

interface BadVersion {
  readonly play: Play;
  readonly author: Browser;
  readonly project: string;
  readonly machine: TestAgent;
}

/** It denies what people need, and is active when they say so. */
async function badVersion({
  play: { server, admin, organisationId },
  author,
  project,
  machine,
}: BadVersion): Promise<void> {
  const { number: version } = await add(author, project, bad);
  taken(await roll(author, project, { version, stage: 'all' }), 204);
  const back = `POST /v1/projects/${project}/rollout/back`;
  taken(await author.ask(back, { version: 1 }), 409);
  taken(await author.ask(back, { version: 2 }), 204);
  const { current } = taken(await author.ask(`GET /v1/projects/${project}/rollout`), 200);
  assert.equal(current, 2);
  await until(async () => {
    const { json } = await ask(server, `GET /v1/bundles/${machine.channel}`);
    const scope = { organisation: organisationId, project, serial: 0, baseline: 0 };
    const found = readManifest(JSON.stringify(json), { publicKey: machine.organisationKey, ...scope });
    return found.ok && found.value.policy?.version === 2 ? true : undefined;
  });
  const { acts } = taken(await admin('GET /v1/acts'), 200);
  assert(acts.some(({ act }: { act: string }) => act === 'policy.go-back'));
}

/** All of it, checked with nothing but the organisation's key; and a copy in which one vote was turned round is not. */
async function auditorsExport({ admin, server }: Play): Promise<number> {
  // The server does it each second or so; who waited would look at a thousand proofs again and again.
  await sealLogs(server.database, server.settings.secret);
  const records: RecordEvidence['records'][number][] = [];
  let page: Answered['json'];
  for (let from: number | null = 0; from !== null; from = page.next) {
    page = taken(await admin(`GET /v1/acts/evidence?from=${from}`), 200);
    records.push(...page.records);
  }
  assert.deepEqual([page.unrecorded, page.holes], [0, 0]);
  const evidence = { ...page, records } as RecordEvidence;
  const keys = (page.keys as readonly string[]).map((key) => Buffer.from(key, 'base64url'));
  assert.deepEqual(recordProblems(evidence, keys), []);
  const turned = { ...evidence, records: evidence.records.map(turnedVote) };
  assert.equal(recordProblems(turned, keys).length, 1);
  return records.length;
}

/** All about one call, as JSON with proofs and as a page; and the entries of a day with whose they are. */
async function auditedCall({ admin, people }: Play, approval: string): Promise<void> {
  const path = `GET /v1/approvals/${approval}/evidence`;
  const { proof, ...call } = taken(await admin(path), 200);
  assert.deepEqual(
    [call.machine, call.owner, call.policy.version, call.review.state, call.votes[0].by, call.outcome],
    ['laptop-5', 'p5@acme.example', 2, 'approved', 'p3@acme.example', 'approved'],
  );
  const keys = (proof.keys as readonly string[]).map((key) => Buffer.from(key, 'base64url'));
  assert.equal(proof.records.length, 1);
  assert.deepEqual(recordProblems(proof as RecordEvidence, keys), []);
  assert.match(String(taken(await admin(`${path}.html`), 200)), /<h1>Evidence of approval request /);
  const lines = String(taken(await admin('GET /v1/entries/export/ocsf?from=2020-01-01&to=2100-01-01'), 200));
  const events = lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as OcsfEvent);
  const owners = new Set(events.map(({ device: { owner, org } }) => `${owner.email_addr} ${org.ou_name}`));
  assert.equal(owners.size, people);
  assert(owners.has('p5@acme.example shop'));
}

interface OcsfEvent {
  readonly device: {
    readonly owner: { readonly email_addr: string };
    readonly org: { readonly ou_name: string };
  };
}

function turnedVote(record: RecordEvidence['records'][number]): RecordEvidence['records'][number] {
  return record.kind === 'vote' ? { ...record, line: record.line.replace('"deny"', '"allow"') } : record;
}

async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 2400; tries++) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('waited in vain');
}
