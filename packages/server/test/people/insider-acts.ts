import { Browser } from '../browser.ts';
import { ask, enrol, type Answered } from '../harness.ts';
import { client } from '../identity-provider.ts';
import { question } from '../question.ts';
import { byBrowser, byToken, insider, strictText, type Credential, type Human, type Stage } from './stage.ts';

/** One thing that the insider does, with any of the credentials that they hold by now. */
export type InsiderAct = (stage: Stage) => Promise<unknown>;

export function pick<T>({ random }: Pick<Stage, 'random'>, from: readonly T[]): T {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error('there is nothing to pick from');
  return found;
}

const any = (stage: Stage): Credential => pick(stage, stage.own);

/** As far as the insider has seen: looked up again when somebody may have been added. */
async function everybody(stage: Stage): Promise<readonly string[]> {
  const { seen } = stage;
  if (seen.people.length > 0) return seen.people;
  const { json } = await (stage.own[0] as Credential).send('GET /v1/people');
  const listed = (json.people ?? []).map(({ id }: { id: string }) => id) as readonly string[];
  seen.people = listed.length > 0 ? listed : [...stage.people.values()].map(({ person }) => person);
  return seen.people;
}

const roles = ['viewer', 'approver', 'author', 'admin'] as const;

function someRoles(stage: Stage): readonly object[] {
  return roles
    .filter(() => stage.random() < 0.4)
    .map((role) => ({ role, project: stage.random() < 0.8 ? null : stage.project }));
}

function note(stage: Stage, asked: Answered): void {
  if (asked.status === 202) stage.ledger.asked.set(asked.json.pending, insider);
}

/** What may be done again and again, as a request that something waits for. */
async function sendNoted(stage: Stage, what: string, body?: unknown): Promise<Answered> {
  const done = await any(stage).send(what, body);
  note(stage, done);
  return done;
}

const provider: InsiderAct = (stage) =>
  sendNoted(stage, 'PUT /v1/identity-provider', { issuer: stage.ownProvider.issuer, ...client });

/** Real sign-ins: at the provider of the insider where the organisation has it, else at the honest one as themselves. */
const signIn: InsiderAct = async (stage) => {
  const browser = new Browser(stage.server);
  const login = `sock${stage.seen.socks++}`;
  const isOwn = (await browser.visit(`${stage.server.url}/v1/sign-in/to/${stage.name}`)).status === 303;
  if (!isOwn) return;
  const done = await browser.signIn(stage.issuer === null ? login : insider, stage.name);
  if (done.status !== 303) return;
  stage.own.push(byBrowser(insider, login, browser));
  stage.seen.people = [];
};

const token: InsiderAct = async (stage) => {
  const made = await any(stage).send('POST /v1/tokens', {
    name: 'x',
    roles: roles.filter(() => stage.random() < 0.5),
    days: 366,
  });
  if (made.status === 201) stage.own.push(byToken(stage.server, insider, made.json.token));
};

const giveRoles: InsiderAct = async (stage) =>
  await sendNoted(stage, `PUT /v1/people/${pick(stage, await everybody(stage))}/roles`, {
    roles: someRoles(stage),
  });

const aboutPerson: InsiderAct = async (stage) => {
  const person = pick(stage, await everybody(stage));
  const what = pick(stage, ['disable', 'enable', 'enable', 'erase']);
  // Somebody must be left who could have been asked.
  if (what === 'disable' && stage.random() < 0.5) return;
  await sendNoted(stage, `POST /v1/people/${person}/${what}`);
};

const approvalRule: InsiderAct = async (stage) => {
  if (stage.random() < 0.4)
    return await sendNoted(stage, `DELETE /v1/approval-rules/${pick(stage, stage.rules)}`);
  return await sendNoted(stage, 'POST /v1/approval-rules', {
    project: pick(stage, [null, stage.project]),
    rule: pick(stage, ['*', 'Bash(git push:*)', 'Bash(npm publish:*)', 'Bash(npm version:*)']),
    quorum: 1,
    answerMinutes: 60,
    escalateMinutes: null,
    ...(stage.random() < 0.6 ? { longest: pick(stage, ['session', 'project', 'user']) } : {}),
  });
};

const groupRoles: InsiderAct = (stage) =>
  sendNoted(stage, 'PUT /v1/group-roles', {
    mappings: stage.random() < 0.3 ? [] : [{ group: 'g', role: pick(stage, roles), project: null }],
  });

const policyReview: InsiderAct = (stage) =>
  stage.random() < 0.5
    ? sendNoted(stage, 'PUT /v1/policy-review', { required: false })
    : any(stage).send('POST /v1/policy-review/confirm');

const settlePendingAct: InsiderAct = async (stage) => {
  const { json } = await any(stage).send('GET /v1/pending-acts');
  const acts = (json.acts ?? []) as readonly { readonly id: string }[];
  if (acts.length === 0) return;
  const { id } = pick(stage, acts);
  if (stage.random() < 0.1) await any(stage).send(`DELETE /v1/pending-acts/${id}`);
  else
    for (const credential of stage.own.slice(-6))
      await credential.send(`POST /v1/pending-acts/${id}/confirm`);
};

const looserText = strictText.replace("deny: ['Bash(curl:*)']", "allow: ['Bash(*)']");

const policy: InsiderAct = async (stage) => {
  const at = pick(stage, [stage.project, stage.baseline]);
  const path = `/v1/projects/${at}`;
  const isLooser = stage.random() < 0.8;
  const added = await any(stage).send(`POST ${path}/policies`, {
    text: isLooser ? looserText : strictText,
    note: 'x',
  });
  if (added.status === 201)
    stage.ledger.versions.set(`${at} ${added.json.number}`, { isLooser, humans: new Set([insider]) });
};

const review: InsiderAct = async (stage) => {
  const known = [...stage.ledger.versions.keys()];
  if (known.length === 0) return;
  const name = pick(stage, known);
  const [at, number] = name.split(' ');
  await reviewAs(stage, { at: at ?? '', number: number ?? '', by: any(stage) });
};

export async function reviewAs(
  stage: Stage,
  { at, number, by }: { readonly at: string; readonly number: string; readonly by: Credential },
): Promise<void> {
  const path = `/v1/projects/${at}/policies/${number}`;
  const { json } = await by.send(`GET ${path}`);
  if (json.review === undefined) return;
  const body = { digest: json.digest, base: json.review.base, verdict: 'approve' };
  const done = await by.send(`POST ${path}/review`, body);
  if (done.status === 200) stage.ledger.versions.get(`${at} ${number}`)?.humans.add(by.human);
}

const rollOut: InsiderAct = async (stage) => {
  const known = [...stage.ledger.versions.keys()];
  if (known.length === 0) return;
  const name = pick(stage, known);
  const [at = '', number] = name.split(' ');
  const share = pick(stage, ['all', 'share']);
  const done = await any(stage).send(`POST /v1/projects/${at}/rollout`, {
    version: Number(number),
    stage: share,
  });
  const { versions, obeyed } = stage.ledger;
  const version = versions.get(name);
  if (done.status >= 300 || version === undefined) return;
  for (const human of obeyed.get(at) ?? []) if (version.isLooser) version.humans.add(human);
  if (share === 'all') obeyed.set(at, version.isLooser ? version.humans : new Set());
};

const goBack: InsiderAct = async (stage) => {
  const known = [...stage.ledger.versions];
  if (known.length === 0) return;
  const [name, version] = pick(stage, known);
  const [at = '', number] = name.split(' ');
  const done = await any(stage).send(`POST /v1/projects/${at}/rollout/back`, { version: Number(number) });
  if (done.status === 204) stage.ledger.obeyed.set(at, version.isLooser ? version.humans : new Set());
};

/** Their own machine, in their own name, in that of somebody who will believe it, or in anybody's. */
const enrolMachine: InsiderAct = async (stage) => {
  const [own, believer] = [stage.people.get(insider)?.person, stage.people.get('erin')?.person];
  const made = await any(stage).send('POST /v1/enrolments', {
    project: stage.project,
    owner: pick(stage, [own, believer, pick(stage, await everybody(stage))]),
    uses: 2,
    minutes: 60,
  });
  if (made.status !== 201) return;
  stage.seen.enrolments.push(made.json.id);
  stage.machines.push({ agent: await enrol(stage.server, made.json.token, 'x'), human: insider });
};

const confirmEnrolment: InsiderAct = async (stage) => {
  if (stage.seen.enrolments.length === 0) return;
  const id = pick(stage, stage.seen.enrolments);
  for (const credential of stage.own.slice(-6)) await credential.send(`POST /v1/me/enrolments/${id}/confirm`);
};

/** Of a machine of the insider, or an honest one. */
const askTeam: InsiderAct = async (stage) => {
  const { agent } = pick(stage, stage.machines);
  const rule = pick(stage, ['git push', 'npm publish', 'npm version']);
  const command = rule === 'npm version' ? `${rule} patch` : rule;
  const text = `Bash(${rule}:*)`;
  const asked = await agent.ask('POST /v1/agent/approvals', {
    body: question({
      callKey: `${rule} ${stage.seen.approvals.length}`,
      call: { tool: 'Bash', input: { command }, cwd: '/home/dev' },
      scopes: ['once', 'session', 'project', 'user'],
      decision: {
        verdict: 'ask',
        message: '',
        receipt: { determining: [{ verdict: 'ask', text, layer: 'team' }] },
        suggestions: ['Bash', `Bash(${command})`, text].map((each) => ({ rules: [each] })),
      },
    }),
  });
  if (asked.status < 300) stage.seen.approvals.push(asked.json.id);
};

export async function allowAs(stage: Stage, id: string, by: Credential): Promise<void> {
  const more =
    stage.random() < 0.5
      ? {
          scope: pick(stage, ['session', 'session', 'project', 'user']),
          ...(stage.random() < 0.4
            ? { rules: pick(stage, [['Bash'], ['Bash(git push)'], ['Bash(npm version patch)']]) }
            : {}),
        }
      : {};
  const body = { digest: 'a digest of the question', verdict: 'allow', ...more };
  const done = await by.send(`POST /v1/approvals/${id}/answer`, body);
  if (done.status === 200) allowedBy(stage, id, by.human);
}

function allowedBy({ ledger }: Stage, id: string, human: Human): void {
  ledger.allowed.set(id, (ledger.allowed.get(id) ?? new Set()).add(human));
}

const answer: InsiderAct = async (stage) => {
  if (stage.seen.approvals.length === 0) return;
  const id = pick(stage, stage.seen.approvals.slice(-4));
  for (const credential of stage.own.slice(-4)) await allowAs(stage, id, credential);
};

const teamGrant: InsiderAct = async (stage) => {
  if (stage.seen.approvals.length === 0) return;
  if (stage.seen.grants.length > 0 && stage.random() < 0.6) {
    const { json } = await any(stage).send('GET /v1/team-grants');
    for (const { id, digest } of (json.grants ?? []) as readonly { id: string; digest: string }[])
      for (const credential of stage.own.slice(-3)) {
        const voted = await credential.send(`POST /v1/team-grants/${id}/vote`, { digest, verdict: 'allow' });
        if (voted.status === 200) grantedBy(stage, id);
      }
    return;
  }
  const approval = pick(stage, stage.seen.approvals.slice(-4));
  const by = any(stage);
  const { json } = await by.send(`GET /v1/approvals/${approval}/team-grant`);
  const rules = json.offers?.[0]?.rules;
  if (rules === undefined) return;
  const body = { digest: 'a digest of the question', rules };
  const proposed = await by.send(`POST /v1/approvals/${approval}/team-grant`, body);
  if (proposed.status !== 200) return;
  allowedBy(stage, approval, insider);
  stage.seen.grants.push(proposed.json.grant);
  grantedBy(stage, proposed.json.grant);
};

function grantedBy({ ledger }: Stage, id: string): void {
  ledger.granted.set(id, (ledger.granted.get(id) ?? new Set()).add(insider));
}

/** Everybody is told to link again, and those who are honest do. */
const slackApp: InsiderAct = async (stage) => {
  const { botToken, signingSecret } = stage.slack;
  const set = await any(stage).send('PUT /v1/slack', { botToken, signingSecret });
  if (set.status === 200 && stage.random() < 0.6) await linkSlack(stage);
};

/** Signed with the secret that the insider knows, as anybody who is linked. */
const forgePress: InsiderAct = async (stage) => {
  const { json } = await any(stage).send('GET /v1/slack');
  const url = json.workspace?.requestUrl;
  if (url === undefined) return;
  for (const id of stage.seen.approvals.slice(-3))
    for (const user of ['U0CAROL', 'U0DAVE']) {
      const value = `${id} a digest of the question`;
      const message = { blocks: [{ type: 'actions', elements: [{ action_id: 'permesso_allow', value }] }] };
      const press = { message, action: 'permesso_allow', user } as unknown as Parameters<
        typeof stage.slack.press
      >[1];
      if ((await stage.slack.press(url, press)) === 200) allowedBy(stage, id, insider);
    }
};

const directory: InsiderAct = async (stage) => {
  if (stage.seen.scim === undefined) {
    const made = await any(stage).send('POST /v1/scim-tokens', { name: 'x', days: 9 });
    if (made.status === 201) stage.seen.scim = made.json.token;
    return;
  }
  const scim = byToken(stage.server, insider, stage.seen.scim);
  const person = pick(stage, await everybody(stage));
  const core = 'urn:ietf:params:scim:schemas:core:2.0';
  const userName = `sock${Math.floor(stage.random() * 5)}@acme.example`;
  const user = { schemas: [`${core}:User`], userName, emails: [{ value: userName, primary: true }] };
  await pick(stage, [
    () => scim.send('POST /scim/v2/Users', user),
    () => scim.send(`PUT /scim/v2/Users/${person}`, user),
    () => scim.send(`DELETE /scim/v2/Users/${person}`),
    () =>
      scim.send('POST /scim/v2/Groups', {
        schemas: [`${core}:Group`],
        displayName: 'g',
        members: [{ value: person }],
      }),
  ])();
  stage.seen.people = [];
};

const endHold: InsiderAct = (stage) => sendNoted(stage, `DELETE /v1/legal-holds/${stage.hold}`);

/** A press by an honest approver, who links Slack where there is an app. */
const linkSlack: InsiderAct = async (stage) => {
  const human = pick(stage, ['carol', 'dave']);
  const { server, slack } = stage;
  const user = `U0${human.toUpperCase()}`;
  slack.users.set(`${human}@${stage.name}.example`, { id: user, name: human, team_id: slack.team });
  const signed = await ask(server, 'POST /v1/sign-in/token', {
    body: { token: stage.people.get(human)?.token },
    headers: { origin: server.url },
  });
  const cookie = (signed.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const { json } = await ask(server, 'GET /v1/session', { headers: { cookie } });
  const headers = { cookie, 'permesso-csrf': String(json.csrf), origin: server.url };
  await ask(server, 'PUT /v1/me/slack', { headers, body: { team: slack.team, user } });
};

/** By how often each comes. */
export const insiderActs: readonly (readonly [often: number, act: InsiderAct])[] = [
  [4, provider],
  [2, signIn],
  [1, token],
  [8, giveRoles],
  [4, aboutPerson],
  [5, approvalRule],
  [2, groupRoles],
  [3, policyReview],
  [8, settlePendingAct],
  [5, policy],
  [5, review],
  [5, rollOut],
  [3, goBack],
  [4, enrolMachine],
  [3, confirmEnrolment],
  [8, askTeam],
  [12, answer],
  [4, teamGrant],
  [3, slackApp],
  [4, forgePress],
  [3, linkSlack],
  [4, directory],
  [2, endHold],
];
