import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enrolPurpose, newSigningKey, signText } from '@permesso/protocol/bundle';
import {
  agentOf,
  ask,
  type Answered,
  createTeam,
  startTestServer,
  type Team,
  type TestServer,
} from '../../../test/harness.ts';
import { question } from '../../../test/question.ts';
import { claimsProblem } from './claim-rules.ts';

interface Issuer {
  readonly url: string;
  readonly key: CryptoKey;
  /** As what checks it is published, in PEM. */
  readonly publicText: string;
  readonly end: () => void;
}

/** Publishes its keys as GitHub, GitLab and a cluster do. */
async function startIssuer(): Promise<Issuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', use: 'sig', alg: 'RS256' };
  const http = createServer((request, response) => {
    const said = request.url === '/keys' ? { keys: [jwk] } : { issuer: url, jwks_uri: `${url}/keys` };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(said));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return { url, key: privateKey, publicText: await exportSPKI(publicKey), end: () => http.close() };
}

const audience = 'https://permesso.example.com';
const main = { sub: 'repo:acme/shop:ref:refs/heads/main', repository: 'acme/shop', ref: 'refs/heads/main' };

let server: TestServer;
let team: Team;
let issuer: Issuer;
let other: Issuer;

beforeAll(async () => {
  [issuer, other] = await Promise.all([startIssuer(), startIssuer()]);
  server = await startTestServer();
  team = await createTeam(server, 'acme');
  const { sub, repository, ref } = main;
  const claims = `sub=${sub},repository=${repository},ref=${ref}`;
  await add('ci', issuer.url, claims, ['author']);
  await add('elsewhere', other.url, claims, []);
});

afterAll(async () => {
  issuer.end();
  other.end();
  await server.end();
});

function add(name: string, url: string, claims: string, roles: readonly string[]): Promise<unknown> {
  const operands = ['acme', name, 'main', 'owner@acme.example', url, audience, claims];
  return server.command('add-service-account', operands, { roles });
}

interface Made {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly by?: Issuer;
  readonly from?: string;
  readonly for?: string | readonly string[];
  readonly seconds?: number;
}

function tokenOf({
  claims = main,
  by = issuer,
  from = by.url,
  for: to = audience,
  seconds = 300,
}: Made = {}) {
  const at = Math.floor(Date.now() / 1000) + Math.min(0, seconds - 300);
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuer(from)
    .setAudience(typeof to === 'string' ? to : [...to])
    .setIssuedAt(at)
    .setExpirationTime(at + 300)
    .sign(by.key);
}

const exchange = (token: string, account = 'ci', organisation = 'acme'): Promise<Answered> =>
  ask(server, 'POST /v1/workload/token', { body: { organisation, account, token } });

describe('a job that the operator meant', () => {
  test('gets a token for 15 minutes, adds a policy with it, and two people have to review what is looser', async () => {
    const { status, json } = await exchange(await tokenOf());
    expect(status).toBe(200);
    expect(Date.parse(json.expiresAt) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    const { token } = json;
    const text = "allow: ['Bash(make:*)']\ntests: [{ call: Bash(make), expect: allow }]\n";
    const path = `/v1/projects/${team.project}/policies`;
    const added = await ask(server, `POST ${path}`, { token, body: { text, note: 'from CI' } });
    expect(added.status).toBe(201);
    const { number, digest } = added.json;
    const review = { digest, base: added.json.review.base, verdict: 'approve' };
    const roll = { version: number, stage: 'all' };
    const own = await ask(server, `POST ${path}/${number}/review`, { token, body: review });
    expect(own.status).toBe(403);
    await ask(server, `POST ${path}/${number}/review`, { token: team.token('author'), body: review });
    const early = await ask(server, `POST /v1/projects/${team.project}/rollout`, { token, body: roll });
    expect(early.status).toBe(409);
    await ask(server, `POST ${path}/${number}/review`, { token: team.token('admin'), body: review });
    const late = await ask(server, `POST /v1/projects/${team.project}/rollout`, { token, body: roll });
    expect(late.status).toBe(204);
  });

  test('enrols its machine, which its responsible person cannot approve and another one can', async () => {
    const token = await tokenOf();
    const key = newSigningKey();
    const publicKey = key.publicKey.toString('base64url');
    const body = { organisation: 'acme', account: 'ci', token, name: 'job 7', publicKey };
    const wrong = signText(token, enrolPurpose, newSigningKey().privateKey);
    expect((await ask(server, 'POST /v1/workload/enrol', { body: { ...body, proof: wrong } })).status).toBe(
      403,
    );
    const proof = signText(token, enrolPurpose, key.privateKey);
    const { status, json } = await ask(server, 'POST /v1/workload/enrol', { body: { ...body, proof } });
    expect(status).toBe(201);
    const agent = agentOf(server, key, json);
    const asked = await agent.ask('POST /v1/agent/approvals', { body: question() });
    const path = `/v1/approvals/${asked.json.id}`;
    const { json: shown } = await ask(server, `GET ${path}`, { token: team.token('approver') });
    const yes = { verdict: 'allow', digest: shown.request.digest, scope: 'once' };
    const answer = (who: string): Promise<Answered> =>
      ask(server, `POST ${path}/answer`, { token: team.token(who), body: yes });
    expect((await answer('owner')).status).toBe(403);
    expect((await answer('approver')).json).toMatchObject({ state: 'approved' });
  });

  test('is on record with its subject, and listed as a kind of its own', async () => {
    const token = team.token('admin');
    const { json } = await ask(server, 'GET /v1/acts', { token });
    expect(json.acts.find(({ act }: { act: string }) => act === 'workload.token').detail).toEqual({
      account: 'ci',
      sub: main.sub,
    });
    const { json: list } = await ask(server, 'GET /v1/service-accounts', { token });
    expect(list.accounts.map(({ name }: { name: string }) => name)).toEqual(['ci', 'elsewhere']);
    const { json: people } = await ask(server, 'GET /v1/people?find=elsewhere', { token });
    expect(people.people).toMatchObject([{ kind: 'service', roles: [] }]);
  });
});

describe('no other job', () => {
  const fork = { ...main, repository: 'mallory/shop', sub: 'repo:mallory/shop:ref:refs/heads/main' };
  const pull = { ...main, sub: 'repo:acme/shop:pull_request', ref: 'refs/pull/7/merge' };
  test.each<readonly [what: string, made: () => Made, why: RegExp]>([
    ['for another audience', () => ({ for: 'https://other.example' }), /"aud"/],
    ['for several audiences', () => ({ for: [audience, 'https://other.example'] }), /several audiences/],
    [
      'of another repository',
      () => ({ claims: { ...main, repository: 'acme/website' } }),
      /claim repository/,
    ],
    ['of a fork', () => ({ claims: fork }), /claim (?:sub|repository)/],
    ['of a pull request of a fork', () => ({ claims: pull }), /claim (?:sub|ref)/],
    ['without a claim', () => ({ claims: { sub: main.sub, ref: main.ref } }), /claim repository/],
    ['whose token is over', () => ({ seconds: -10 }), /"exp"/],
    ['signed by another issuer under this name', () => ({ by: other, from: issuer.url }), /signature/],
    ['of another issuer', () => ({ by: other }), /signature|"iss"/],
  ])('gets in: %s', async (_what, made, why) => {
    const { status, json } = await exchange(await tokenOf(made()));
    expect([status, json.detail]).toEqual([403, expect.stringMatching(why)]);
  });

  const claims = (): Record<string, unknown> => {
    const at = Math.floor(Date.now() / 1000);
    return { ...main, iss: issuer.url, aud: audience, iat: at, exp: at + 300 };
  };

  test('gets in: unsigned', async () => {
    expect((await exchange(new UnsecuredJWT(claims()).encode())).status).toBe(403);
  });

  test('gets in: signed with the public key as if it were a secret', async () => {
    const forged = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'HS256', kid: 'one' })
      .sign(new TextEncoder().encode(issuer.publicText));
    expect((await exchange(forged)).status).toBe(403);
  });

  test('gets in: by the account of another issuer, organisation or name', async () => {
    const token = await tokenOf();
    expect((await exchange(token, 'elsewhere')).status).toBe(403);
    expect((await exchange(token, 'nothing')).status).toBe(403);
    expect((await exchange(token, 'ci', 'rival')).json.detail).toBe('there is no such service account');
  });
});

describe('a service account', () => {
  test('is disabled as people are, with its tokens', async () => {
    await add('gone', issuer.url, `sub=${main.sub}`, ['author']);
    const { json } = await exchange(await tokenOf(), 'gone');
    expect((await ask(server, 'GET /v1/projects', { token: json.token })).status).toBe(200);
    const admin = team.token('admin');
    const { json: list } = await ask(server, 'GET /v1/service-accounts', { token: admin });
    const { id } = list.accounts.find(({ name }: { name: string }) => name === 'gone');
    await ask(server, `POST /v1/people/${id}/disable`, { token: admin });
    expect((await ask(server, 'GET /v1/projects', { token: json.token })).status).toBe(401);
    expect((await exchange(await tokenOf(), 'gone')).status).toBe(403);
  });

  test('gets no role with which it could vote, from the operator or from an admin', async () => {
    await expect(add('voter', issuer.url, 'sub=x', ['approver'])).rejects.toThrow('does not vote');
    const token = team.token('admin');
    const { json } = await ask(server, 'GET /v1/service-accounts', { token });
    const [{ id }] = json.accounts;
    const roles = [
      { role: 'author', project: team.project },
      { role: 'approver', project: null },
    ];
    const given = await ask(server, `PUT /v1/people/${id}/roles`, { token, body: { roles } });
    expect([given.status, given.json.code]).toEqual([409, 'another-person']);
  });

  test.each([
    ['https://token.actions.githubusercontent.com', { repository: 'acme/shop' }, 'ref, environment, sub'],
    ['https://token.actions.githubusercontent.com', { ref: 'refs/heads/main' }, 'repository'],
    ['https://gitlab.com', { ref_protected: 'true' }, 'project_path'],
    ['https://cluster.example', { namespace: 'ci' }, 'sub'],
    ['https://cluster.example', { sub: 'system:serviceaccount:*' }, 'patterns are not read'],
  ])('%s %o is too little to know a job by', (url, fixed, why) => {
    expect(claimsProblem(url, fixed)).toContain(why);
  });

  test.each([
    ['https://token.actions.githubusercontent.com', { repository: 'acme/shop', ref: 'refs/heads/main' }],
    ['https://gitlab.com', { project_path: 'acme/shop', ref_protected: 'true' }],
    ['https://cluster.example', { sub: 'system:serviceaccount:ci:deploy' }],
  ])('%s %o is enough', (url, fixed) => {
    expect(claimsProblem(url, fixed)).toBeUndefined();
  });
});
