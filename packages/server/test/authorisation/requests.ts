import { randomBytes, randomUUID } from 'node:crypto';
import { enrolPurpose, newSigningKey, signText } from '@permesso/protocol/bundle';
import { slackPurpose } from '../../src/secrets/seal-purposes.ts';
import { seal } from '../../src/secrets/seal.ts';
import { newToken } from '../../src/secrets/token.ts';
import { enrol } from '../harness.ts';
import { makeLines } from '../lines.ts';
import { machineReport } from '../machine-report.ts';
import { question } from '../question.ts';
import { baselineRequests } from './baseline-requests.ts';
import { passkeyRequests } from './passkey-requests.ts';
import { recordRequests } from './record-requests.ts';
import { secondPersonRequests } from './second-person-requests.ts';
import { freshPerson, type Place, type Sent, type World } from './world.ts';

/** What is sent: names in the path, the query, and the rest. */
export interface Filled extends Sent {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
}

export type Fill = (world: World, place: Place) => Promise<Filled> | Filled;

const days = { params: { days: '7' } };
const times = 'from=2020-01-01&to=2100-01-01';

/** How to ask each route about something in a place. What a request would change is made again for each. */
export const requests: Readonly<Record<string, Fill>> = {
  'POST /v1/enrol': (_world, { enrolment: token, mark }) => {
    const key = newSigningKey();
    const publicKey = key.publicKey.toString('base64url');
    const proof = signText(token, enrolPurpose, key.privateKey);
    return { body: { token, name: `another of ${mark}`, publicKey, proof } };
  },
  'GET /v1/sign-in/to/{organisation}': () => ({ params: { organisation: 'nobody' } }),
  'GET /v1/acts/evidence': () => ({}),
  'GET /v1/sign-in/callback': () => ({ query: 'state=x' }),
  'POST /v1/sign-in/token': ({ server }, { token }) => ({ body: { token }, headers: { origin: server.url } }),
  'GET /v1/bundles/{channel}': (_world, { agent }) => ({ params: { channel: agent.channel } }),
  'GET /v1/bundles/{channel}/newer': (_world, { agent }) => ({
    params: { channel: agent.channel },
    query: 'serial=0&seconds=0',
  }),
  'GET /v1/bundles/{channel}/policies/{digest}': (_world, { agent, digest }) => ({
    params: { channel: agent.channel, digest },
  }),
  'GET /v1/answer/{link}': async (world, place) => ({ params: { link: await linkOf(world, place) } }),
  'POST /v1/answer/{link}/{verdict}': async (world, place) => ({
    params: { link: await linkOf(world, place), verdict: 'allow' },
  }),
  'POST /v1/me/hooks/{hook}/confirm': hookOfSomebody,
  'DELETE /v1/me/hooks/{hook}': hookOfSomebody,
  'PUT /v1/me/quiet-hours': () => ({ body: { hours: null } }),

  'POST /v1/agent/approvals': () => ({ body: question({ callKey: randomUUID() }) }),
  'GET /v1/agent/approvals/{approval}': asked,
  'POST /v1/agent/approvals/{approval}/use': async (world, place) => ({
    ...(await asked(world, place)),
    body: { callKey: 'a key of the call', digest: 'a digest of the question' },
  }),
  'DELETE /v1/agent/approvals/{approval}': asked,
  'POST /v1/agent/report': () => ({ body: machineReport() }),
  'GET /v1/machines/{agent}': (_world, { agent }) => ({ params: { agent: agent.id } }),
  'POST /v1/agent/counts': () => ({ body: { sequence: 1, counts: [] } }),
  'POST /v1/agent/entries': (_world, { mark }) => ({
    bytes: Buffer.from(makeLines(1, undefined, mark).lines.join('')),
  }),

  'POST /v1/tokens': () => ({ body: { name: 'another', roles: [], days: 1 } }),
  'DELETE /v1/tokens/{token}': async (world, place) => {
    const [row] = await world.sql(
      `insert into api_tokens (organisation, person, name, hash, roles, expires_at)
       values ($1, $2, 'of somebody', $3, '{viewer}', now() + interval '1 day') returning id`,
      [place.organisation, place.owner, randomBytes(32)],
    );
    return { params: { token: row?.['id'] ?? '' } };
  },
  'DELETE /v1/sessions/{session}': async (world, place) => {
    const [row] = await world.sql(
      `insert into sessions (organisation, hash, csrf, person, expires_at)
       values ($1, $2, $2, $3, now() + interval '1 hour') returning id`,
      [place.organisation, randomBytes(32), place.owner],
    );
    return { params: { session: row?.['id'] ?? '' } };
  },

  ...passkeyRequests,
  ...secondPersonRequests,

  'POST /v1/projects': () => ({ body: { name: `p-${randomUUID()}` } }),
  'PUT /v1/identity-provider': ({ issuer }) => ({
    body: { issuer, clientId: 'permesso', clientSecret: 'x' },
  }),
  'PUT /v1/group-roles': () => ({
    body: { mappings: [{ group: 'security', role: 'approver', project: null }] },
  }),
  'PUT /v1/people/{person}/roles': async (world, place) => ({
    ...(await somebody(world, place)),
    body: { roles: [{ role: 'admin', project: null }] },
  }),
  // The attack that said 204 about somebody of another organisation.
  'PUT /v1/people/{person}/roles none': async (world, place) => ({
    ...(await somebody(world, place)),
    body: { roles: [] },
  }),
  'POST /v1/people/{person}/temporary-roles': async (world, place) => ({
    ...(await somebody(world, place)),
    body: { role: 'viewer', project: null, minutes: 1, reason: 'a reason' },
  }),
  'POST /v1/people/{person}/disable': somebody,
  'POST /v1/people/{person}/enable': async (world, place) => {
    const filled = await somebody(world, place);
    await world.sql('update people set disabled_at = now() where id = $1', [filled.params?.['person']]);
    return filled;
  },
  'GET /v1/people/{person}/tokens': somebody,
  'GET /v1/people/{person}/sessions': somebody,
  // As it is.
  'PUT /v1/session-rule': () => ({ body: { hours: 12 } }),

  'POST /v1/people/{person}/erase': async (world, place) => {
    await world.sql('delete from legal_holds where organisation = $1', [place.organisation]);
    return await somebody(world, place);
  },
  ...recordRequests,
  'POST /v1/scim-tokens': () => ({ body: { name: 'another', days: 1 } }),
  'DELETE /v1/scim-tokens/{token}': async (world, place) => {
    const [row] = await world.sql(
      `insert into scim_tokens (organisation, name, hash, expires_at)
       values ($1, 'another', $2, now() + interval '1 day') returning id`,
      [place.organisation, randomBytes(32)],
    );
    return { params: { token: row?.['id'] ?? '' } };
  },
  'GET /scim/v2/ResourceTypes/{type}': () => ({ params: { type: 'User' } }),
  'GET /scim/v2/Schemas/{schema}': () => ({
    params: { schema: 'urn:ietf:params:scim:schemas:core:2.0:User' },
  }),
  'POST /scim/v2/Users': () => ({ body: { userName: randomUUID() } }),
  'GET /scim/v2/Users/{user}': anotherUser,
  'PUT /scim/v2/Users/{user}': async (world, place) => ({
    ...(await anotherUser(world, place)),
    body: { userName: randomUUID() },
  }),
  'PATCH /scim/v2/Users/{user}': async (world, place) => ({
    ...(await anotherUser(world, place)),
    body: patched('displayName'),
  }),
  'DELETE /scim/v2/Users/{user}': anotherUser,
  'POST /scim/v2/Groups': () => ({ body: { displayName: randomUUID() } }),
  'GET /scim/v2/Groups/{group}': anotherGroup,
  'PUT /scim/v2/Groups/{group}': async (world, place) => ({
    ...(await anotherGroup(world, place)),
    body: { displayName: randomUUID() },
  }),
  'PATCH /scim/v2/Groups/{group}': async (world, place) => ({
    ...(await anotherGroup(world, place)),
    body: patched('externalId'),
  }),
  'DELETE /scim/v2/Groups/{group}': anotherGroup,

  'POST /v1/enrolments': (_world, { project, owner }) => ({ body: { project, owner, uses: 1, minutes: 5 } }),
  'DELETE /v1/enrolments/{enrolment}': async (world, place) => {
    const [row] = await world.sql(
      `insert into enrolments (organisation, project, owner, hash, uses_left, expires_at)
       values ($1, $2, $3, $4, 1, now() + interval '1 hour') returning id`,
      [place.organisation, place.project, place.owner, randomBytes(32)],
    );
    return { params: { enrolment: row?.['id'] ?? '' } };
  },
  'POST /v1/agents/{agent}/revoke': anotherAgent,
  'GET /v1/agents/{agent}/evidence': (_world, { agent }) => ({ params: { agent: agent.id } }),

  'POST /v1/projects/{project}/policies': (_world, { project, mark }) => ({
    params: { project },
    body: { text: `deny: [Bash(${mark})]`, note: 'another' },
  }),
  'GET /v1/projects/{project}/policies': inPath,
  'GET /v1/projects/{project}/policies/{number}': (_world, { project }) => ({
    params: { project, number: '1' },
  }),
  // Of a version that needs none: what is needed for it is the same.
  'POST /v1/projects/{project}/policies/{number}/review': (_world, { project, digest }) => ({
    params: { project, number: '1' },
    body: { digest, base: 1, verdict: 'approve' },
  }),
  'PUT /v1/policy-review': () => ({ body: { required: true } }),
  'POST /v1/projects/{project}/rollout': (_world, { project }) => ({
    params: { project },
    body: { version: 1, stage: 'all' },
  }),
  'DELETE /v1/projects/{project}/rollout': inPath,
  'POST /v1/projects/{project}/rollout/back': (_world, { project }) => ({
    params: { project },
    body: { version: 1 },
  }),
  'GET /v1/projects/{project}/rollout': inPath,
  ...baselineRequests,
  // Ends a freeze that is not there: what is needed for it is the same.
  'PUT /v1/freeze agent': (_world, { agent }) => ({ body: { what: 'agent', id: agent.id, reason: null } }),
  'PUT /v1/freeze project': (_world, { project }) => ({
    body: { what: 'project', id: project, reason: null },
  }),
  'PUT /v1/freeze organisation': () => ({ body: { what: 'organisation', reason: null } }),

  'GET /v1/approvals/figures/{days}': () => days,
  'GET /v1/approvals/{approval}': asked,
  'GET /v1/approvals/{approval}/evidence': asked,
  'GET /v1/approvals/{approval}/evidence.html': asked,
  'POST /v1/approvals/{approval}/answer': async (world, place) => ({
    ...(await asked(world, place)),
    body: { digest: 'a digest of the question', verdict: 'allow' },
  }),
  'POST /v1/approval-rules': (_world, { project }) => ({
    body: { project, rule: randomUUID(), quorum: 1, answerMinutes: 5, escalateMinutes: null },
  }),
  'DELETE /v1/approval-rules/{rule}': async (world, place) => {
    const [row] = await world.sql(
      `insert into approval_rules (organisation, project, rule, quorum, answer_minutes) values ($1, $2, $3, 1, 5)
       returning id`,
      [place.organisation, place.project, randomUUID()],
    );
    return { params: { rule: row?.['id'] ?? '' } };
  },
  'GET /v1/approvals/{approval}/team-grant': asked,
  'POST /v1/approvals/{approval}/team-grant': async (world, place) => ({
    ...(await asked(world, place)),
    body: { digest: 'a digest of the question', rules: ['Bash'] },
  }),
  'POST /v1/team-grants/{grant}/vote': async (world, place) => ({
    ...(await proposed(world, place)),
    body: { digest: 'a digest of the grant', verdict: 'allow' },
  }),
  'DELETE /v1/team-grants/{grant}': proposed,

  'POST /v1/hooks': (_world, { project }) => ({
    body: { kind: 'webhook', project, address: 'http://127.0.0.1:1/' },
  }),
  'PUT /v1/hooks/{hook}/quiet-hours': async (world, place) => ({
    params: { hook: await anotherHook(world, place) },
    body: { hours: null },
  }),
  'DELETE /v1/hooks/{hook}': async (world, place) => ({ params: { hook: await anotherHook(world, place) } }),
  'PUT /v1/me/push': () => ({
    body: {
      endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/x',
      p256dh: 'B'.padEnd(87, 'A'),
      auth: 'A'.repeat(22),
      showsCall: false,
    },
  }),
  'PUT /v1/push': () => ({ body: { isOn: true } }),
  'PUT /v1/me/slack': () => ({ body: { team: 'T0ACME', user: 'U0ANNA' } }),
  // No Slack answers here.
  'PUT /v1/slack': () => ({ body: slackSecrets }),
  'DELETE /v1/slack': async (world) => {
    for (const each of Object.values(world.places)) await slackOf(world, each);
    return {};
  },
  // Only the signature says who it is from.
  'POST /v1/slack/interactions/{app}': async (world, place) => ({
    params: { app: await slackOf(world, place) },
    bytes: Buffer.from('payload={}'),
  }),
  'POST /v1/streams': () => ({ body: { target: { kind: 'otlp', url: 'http://127.0.0.1:1/' } } }),
  'DELETE /v1/streams/{stream}': async (world, place) => {
    const [row] = await world.sql(
      `insert into streams (organisation, kind, sealed_target, host, leaf, due_at)
       values ($1, 'otlp', $2, 'example.com', 0, 'infinity') returning id`,
      [place.organisation, randomBytes(32)],
    );
    return { params: { stream: row?.['id'] ?? '' } };
  },
  'GET /v1/deliveries': () => ({ query: 'state=sent' }),
  'POST /v1/deliveries/{delivery}/retry': async (world, place) => {
    const { params } = await asked(world, place);
    const [row] = await world.sql(
      `insert into deliveries (organisation, hook, approval, state, due_at) values ($1, $2, $3, 'dead', now())
       returning id`,
      [place.organisation, await anotherHook(world, place), params?.['approval']],
    );
    return { params: { delivery: row?.['id'] ?? '' } };
  },

  'GET /v1/entries': () => ({ query: times }),
  'GET /v1/entries/export/{format}': () => ({ params: { format: 'jsonl' }, query: times }),
  'GET /v1/entries/figures/{days}': () => days,

  'GET /api/rules': inQuery,
  'POST /api/try': (_world, { project }) => ({ body: { project, tool: 'Bash', input: { command: 'ls' } } }),
  'POST /api/matching': (_world, { project }) => ({ body: { project, rules: ['Bash(echo:*)'] } }),
  'POST /api/export': (world, place) => ({ ...inQuery(world, place), body: { format: 'claude' } }),
  'POST /api/import': (world, place) => ({
    ...inQuery(world, place),
    body: { format: 'claude', text: '{"permissions":{"allow":["Bash(ls)"]}}' },
  }),
  'GET /api/stopped': inQuery,
};

function inPath(_world: World, { project }: Place): Filled {
  return { params: { project } };
}

function inQuery(_world: World, { project }: Place): Filled {
  return { query: `project=${project}` };
}

async function somebody(world: World, place: Place): Promise<Filled> {
  return { params: { person: await freshPerson(world, place) } };
}

async function anotherUser(world: World, place: Place): Promise<Filled> {
  return { params: { user: await freshPerson(world, place) } };
}

async function anotherGroup(world: World, { organisation, mark, owner }: Place): Promise<Filled> {
  const [row] = await world.sql(
    `with made as (
       insert into scim_groups (organisation, display_name) values ($1, $2) returning organisation, id
     ) insert into scim_members (organisation, group_id, person) select organisation, id, $3 from made
     returning group_id as id`,
    [organisation, `${mark} ${randomUUID()}`, owner],
  );
  return { params: { group: row?.['id'] ?? '' } };
}

function patched(path: string): object {
  const operation = { op: 'replace', path, value: randomUUID() };
  return { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: [operation] };
}

async function asked({ sql }: World, { agent, mark }: Place): Promise<Filled> {
  // An agent may have so many open questions and no more: one at a time is enough here.
  await sql(
    `update approvals set state = 'cancelled', settled_at = now(), due_at = null where agent = $1 and state = 'pending'`,
    [agent.id],
  );
  const call = { tool: 'Bash', input: { command: `git push ${mark}` }, cwd: '/home/dev/project' };
  const { json } = await agent.ask('POST /v1/agent/approvals', {
    body: question({ callKey: randomUUID(), call }),
  });
  return { params: { approval: json.id } };
}

async function anotherAgent({ server }: World, { enrolment, mark }: Place): Promise<Filled> {
  return { params: { agent: (await enrol(server, enrolment, `another of ${mark}`)).id } };
}

async function anotherHook(world: World, place: Place): Promise<string> {
  const [row] = await world.sql(
    `insert into hooks (organisation, project, kind, sealed_target) values ($1, $2, 'webhook', $3) returning id`,
    [place.organisation, place.project, randomBytes(32)],
  );
  return row?.['id'] ?? '';
}

const slackSecrets = { botToken: 'xoxb-of-somebody', signingSecret: 'of-the-slack-app' };

async function slackOf({ server, sql }: World, { organisation }: Place): Promise<string> {
  const sealed = seal(JSON.stringify(slackSecrets), slackPurpose(organisation), server.settings.secret);
  const [row] = await sql(
    `insert into slack_apps (organisation, team, team_name, sealed) values ($1, 'T0ACME', 'Acme', $2)
     on conflict (organisation) do update set sealed = excluded.sealed returning id`,
    [organisation, sealed],
  );
  return row?.['id'] ?? '';
}

async function hookOfSomebody(world: World, place: Place): Promise<Filled> {
  const hook = await anotherHook(world, place);
  await world.sql('update hooks set person = $2 where id = $1', [hook, place.owner]);
  return { params: { hook } };
}

/** Sent to the owner of the place, who is not one of the callers. */
async function linkOf(world: World, place: Place): Promise<string> {
  const { params } = await asked(world, place);
  const { text, hash } = newToken('link');
  await world.sql(
    `insert into links (organisation, hash, approval, person, expires_at)
     values ($1, $2, $3, $4, now() + interval '1 hour')`,
    [place.organisation, hash, params?.['approval'], place.owner],
  );
  return text;
}

async function proposed(world: World, place: Place): Promise<Filled> {
  const { params } = await asked(world, place);
  const [row] = await world.sql(
    `insert into team_grants (organisation, approval, asked_in, agent, owner, call, rules, answers, given_in, digest,
       quorum, vote_before, expires_at)
     select organisation, id, project, agent, owner, '{}', jsonb_build_array($2::text), '[]', 'default',
       'a digest of the grant', 2, now() + interval '1 day', now() + interval '1 day'
     from approvals where id = $1 returning id`,
    [params?.['approval'], place.mark],
  );
  return { params: { grant: row?.['id'] ?? '' } };
}
