import { setTimeout } from 'node:timers/promises';
import { tooLong } from '../../src/policy/threads/policy-answers.ts';
import type { Role } from '../../src/route/caller.ts';
import type { Browser } from '../browser.ts';
import type { FakeSlack } from '../fake-slack.ts';
import { ask, enrol, type Answered, type TestAgent, type TestServer } from '../harness.ts';
import { client, type IdentityProvider } from '../identity-provider.ts';
import type { KeptRows } from './kept-rows.ts';

/** What all sequences share. */
export interface Shared {
  readonly server: TestServer;
  readonly honestProvider: IdentityProvider;
  readonly ownProvider: IdentityProvider;
  readonly slack: FakeSlack;
  readonly kept: KeptRows;
}

/** A human being. Everybody but the insider does what is asked of them by the sequence, and nothing else. */
export type Human = string;
export const insider = 'insider';

/** A way to send requests. Who is behind it is what the oracle counts; who the server thinks it is does not matter. */
export interface Credential {
  readonly human: Human;
  readonly name: string;
  readonly send: (what: string, body?: unknown) => Promise<Answered>;
}

export interface Machine {
  readonly agent: TestAgent;
  /** Who has the machine, whatever name it was enrolled under. */
  readonly human: Human;
}

/** What was really done, by whom: the oracle knows nothing else of who agreed to what. */
export interface Ledger {
  readonly allowed: Map<string, Set<Human>>;
  readonly granted: Map<string, Set<Human>>;
  readonly asked: Map<string, Human>;
  readonly versions: Map<string, { readonly isLooser: boolean; readonly humans: Set<Human> }>;
  /** Who agreed to the looser text that a project obeys: the same text again is not looser. */
  readonly obeyed: Map<string, ReadonlySet<Human>>;
}

/** An organisation in which everybody but one is honest, and what takes two is set up. */
export interface Setting extends Shared {
  readonly name: string;
  readonly organisation: string;
  readonly project: string;
  readonly baseline: string;
  readonly people: ReadonlyMap<Human, { readonly person: string; readonly token: string }>;
  readonly machine: Machine;
  /** As it was when a sequence began, and must still be. */
  readonly rules: readonly string[];
  readonly hold: string;
  readonly issuer: string | null;
  readonly longest: 'session' | null;
}

/** One sequence there. */
export interface Stage extends Setting {
  readonly random: () => number;
  /** Held by the insider. */
  readonly own: Credential[];
  readonly machines: Machine[];
  readonly ledger: Ledger;
  readonly seen: {
    approvals: string[];
    grants: string[];
    enrolments: string[];
    people: readonly string[];
    socks: number;
    scim?: string;
  };
}

/** What differs between organisations. */
export interface SettingKind {
  readonly role: string;
  /** Half of the organisations have a provider that the operator trusts; in the others the insider sets the first. */
  readonly hasProvider: boolean;
  readonly longest: 'session' | null;
}

export const insiderRoles: Readonly<Record<string, readonly Role[]>> = {
  admin: ['admin'],
  author: ['author'],
  approver: ['approver'],
  viewer: ['viewer'],
  everything: ['admin', 'author', 'approver'],
};

const honest: Readonly<Record<Human, readonly Role[]>> = {
  alice: ['admin'],
  bob: ['author'],
  carol: ['approver'],
  dave: ['approver'],
  erin: ['viewer'],
};

export const strictText =
  "ask: ['Bash(git push:*)', 'Bash(npm publish:*)', 'Bash(npm version:*)']\ndeny: ['Bash(curl:*)']\ntests: [{ call: Bash(git push), expect: ask }]\n";

export async function setUp(
  shared: Shared,
  name: string,
  { role, hasProvider, longest }: SettingKind,
): Promise<Setting> {
  const { server, honestProvider, kept } = shared;
  const organisation = await server.operator.addOrganisation(name);
  const people = new Map<Human, { person: string; token: string }>();
  for (const [human, roles] of Object.entries({ ...honest, [insider]: insiderRoles[role] ?? [] }))
    people.set(
      human,
      await server.operator.addPerson({ organisation: name, email: `${human}@${name}.example`, roles }),
    );
  const token = (human: Human): string => people.get(human)?.token ?? '';
  const as = async (human: Human, what: string, body?: unknown): Promise<Answered> => {
    const done = await ask(server, what, { token: token(human), ...(body === undefined ? {} : { body }) });
    // Many policies are read at a time when a run begins.
    const wait = done.headers.get('retry-after');
    if (done.status === 503 && wait !== null) {
      await setTimeout(Number(wait) * 1000);
      return await as(human, what, body);
    }
    // Nor does a busy machine give a thread its processor time.
    if (done.status === 422 && String(done.json.detail).includes(tooLong)) return await as(human, what, body);
    if (done.status >= 300) throw new Error(`${what}: ${done.status} ${JSON.stringify(done.json)}`);
    return done;
  };
  const project = (await as('alice', 'POST /v1/projects', { name: 'main' })).json.id as string;
  const baseline = (await as('alice', 'GET /v1/baseline')).json.id as string;
  for (const [at, author] of [
    [project, 'bob'],
    [baseline, 'alice'],
  ] as const) {
    await as(author, `POST /v1/projects/${at}/policies`, { text: strictText, note: 'first' });
    await as(author, `POST /v1/projects/${at}/rollout`, { version: 1, stage: 'all' });
  }
  const rule = async (text: string, quorum: number): Promise<string> =>
    (
      await as('alice', 'POST /v1/approval-rules', {
        project: null,
        rule: text,
        quorum,
        answerMinutes: 60,
        escalateMinutes: null,
      })
    ).json.id;
  // To publish cannot be undone, so that only answers to the last can last, or be given by a button.
  const rules = [
    await rule('Bash(git push:*)', 2),
    await rule('Bash(npm publish:*)', 1),
    await rule('Bash(npm version:*)', 1),
  ];
  if (longest !== null)
    await kept.rows(
      `update approval_rules set longest = '${longest}' where organisation = $1 and quorum = 1`,
      organisation,
    );
  const hold = (await as('alice', 'POST /v1/legal-holds', { project, reason: 'case 7' })).json.id as string;
  if (hasProvider) {
    await as('alice', 'PUT /v1/identity-provider', { issuer: honestProvider.issuer, ...client });
    await server.operator.trustIssuer({
      organisation: name,
      issuer: honestProvider.issuer,
      domain: `${name}.example`,
    });
  }
  const enrolment = await as('alice', 'POST /v1/enrolments', {
    project,
    owner: people.get('erin')?.person,
    uses: 1,
    minutes: 60,
  });
  await as('erin', `POST /v1/me/enrolments/${enrolment.json.id}/confirm`);
  const machine = { agent: await enrol(server, enrolment.json.token, 'of Erin'), human: 'erin' };
  await kept.keep(organisation);
  return {
    ...shared,
    name,
    organisation,
    project,
    baseline,
    people,
    machine,
    rules,
    hold,
    issuer: hasProvider ? honestProvider.issuer : null,
    longest,
  };
}

export function beginStage(setting: Setting, random: () => number): Stage {
  return {
    ...setting,
    random,
    own: [byToken(setting.server, insider, setting.people.get(insider)?.token ?? '')],
    machines: [setting.machine],
    ledger: {
      allowed: new Map(),
      granted: new Map(),
      asked: new Map(),
      versions: new Map(),
      obeyed: new Map(),
    },
    seen: { approvals: [], grants: [], enrolments: [], people: [], socks: 0 },
  };
}

export function byToken(server: TestServer, human: Human, token: string): Credential {
  return {
    human,
    name: token.slice(0, 8),
    send: (what, body) => ask(server, what, { token, ...(body === undefined ? {} : { body }) }),
  };
}

export function byBrowser(human: Human, name: string, browser: Browser): Credential {
  return { human, name, send: (what, body) => browser.ask(what, body) };
}
