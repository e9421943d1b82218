import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Role } from '../../src/route/caller.ts';
import { newToken } from '../../src/secrets/token.ts';
import { ask, createTeam, enrol, type Answered, type Team } from '../harness.ts';
import type { TestAgent, TestServer } from '../harness.ts';
import { soon } from '../faults/soon.ts';
import { startProvider } from '../identity-provider.ts';
import { makeLines } from '../lines.ts';

export type PlaceName = 'A' | 'B' | 'X';

/** A project, with what lies in it. Everything in it that people may read has its mark in it. */
export interface Place {
  readonly organisation: string;
  readonly project: string;
  readonly mark: string;
  /** Somebody with a role in this project alone, who owns its agents. */
  readonly owner: string;
  readonly enrolment: string;
  readonly agent: TestAgent;
  /** May do everything here. */
  readonly token: string;
  readonly digest: string;
}

export interface World {
  readonly server: TestServer;
  readonly places: Readonly<Record<PlaceName, Place>>;
  /** By the column of the matrix. */
  readonly callers: ReadonlyMap<string, Send>;
  /** As the owner of the database, for what is made before each try. */
  readonly sql: (
    text: string,
    values: readonly unknown[],
  ) => Promise<readonly Readonly<Record<string, string>>[]>;
  /** An identity provider that answers. */
  readonly issuer: string;
  readonly end: () => Promise<void>;
}

export type Send = (what: string, how: Sent) => Promise<Answered>;

export interface Sent {
  readonly body?: unknown;
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An address that must never be shown to somebody of one project. */
const adminOfAll = 'admin@everywhere.example';

const everyRole: readonly Role[] = ['viewer', 'approver', 'author', 'admin'];
const letters: Readonly<Record<string, Role>> = { v: 'viewer', p: 'approver', u: 'author', d: 'admin' };

/** Two organisations, one of them with two projects, and everybody who may come and ask. */
export async function createWorld(server: TestServer): Promise<World> {
  const pool = new pg.Pool({
    connectionString: server.databaseUrl,
    options: '-c search_path=permesso',
    max: 1,
  });
  // The database may be dropped before the last word of a connection that was ended is read.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const sql: World['sql'] = async (text, values) => (await pool.query(text, [...values])).rows as never;
  const provider = await startProvider(`${server.url}/v1/sign-in/callback`, { host: '127.0.0.1' });
  const all = { all: everyRole };
  const here = await createTeam(server, 'here', all);
  const there = await createTeam(server, 'there', all);
  const callers = new Map<string, Send>();
  const byToken = (column: string, token: string): void => {
    callers.set(column, (what, { bytes, ...how }) => ask(server, what, { ...how, ...rawOf(bytes), token }));
  };

  async function person(
    team: Team,
    email: string,
    roles: readonly Role[],
  ): Promise<{ person: string; token: string }> {
    return await server.operator.addPerson({ organisation: team.name, email, roles });
  }

  async function place(team: Team, name: PlaceName): Promise<Place> {
    const mark = `place-${name.toLowerCase()}`;
    const token = team.token('all');
    const { json } = await ask(server, 'POST /v1/projects', { token, body: { name: mark } });
    const project = json.id as string;
    const owner = await inProject(team, project, { email: `owner@${mark}.example`, role: 'viewer' });
    const author = await inProject(team, project, { email: `author-too@${mark}.example`, role: 'author' });
    const enrolled = await ask(server, 'POST /v1/enrolments', {
      token,
      body: { project, owner: owner.person, uses: 10_000, minutes: 60 },
    });
    await ask(server, `POST /v1/me/enrolments/${enrolled.json.id}/confirm`, { token: owner.token });
    const agent = await enrol(server, enrolled.json.token, `agent of ${mark}`);
    const text = `ask: [Bash(git push:*)]\ndeny: [Bash(${mark})]\ntests: [{ call: Bash(git push), expect: ask }]\n`;
    const path = `/v1/projects/${project}`;
    const added = await ask(server, `POST ${path}/policies`, {
      token: author.token,
      body: { text, note: `first of ${mark}` },
    });
    // Straight into the channel: how a version gets there is for other tests.
    await ask(server, `POST ${path}/rollout`, { token: author.token, body: { version: 1, stage: 'all' } });
    const bytes = Buffer.from(makeLines(2, undefined, mark).lines.join(''));
    await agent.ask('POST /v1/agent/entries', { bytes });
    const { organisation } = team;
    const { digest } = added.json as { readonly digest: string };
    return {
      organisation,
      project,
      mark,
      owner: owner.person,
      enrolment: enrolled.json.token,
      agent,
      token,
      digest,
    };
  }

  async function inProject(
    team: Team,
    project: string,
    { email, role }: { readonly email: string; readonly role: Role },
  ): Promise<{ person: string; token: string }> {
    const made = await person(team, email, [role]);
    // Straight away: to take a role by the route takes two people.
    await sql('update roles set project = $2 where person = $1', [made.person, project]);
    return made;
  }

  const places = { A: await place(here, 'A'), B: await place(here, 'B'), X: await place(there, 'X') };
  for (const [letter, role] of Object.entries(letters)) {
    const inA = { email: `${role}@place-a.example`, role };
    byToken(`${letter}A`, (await inProject(here, places.A.project, inA)).token);
    const email = role === 'admin' ? adminOfAll : `${role}@everywhere.example`;
    byToken(`${letter}O`, (await person(here, email, [role])).token);
    byToken(`${letter}X`, (await person(there, `${role}@place-x.example`, [role])).token);
  }
  callers.set('no', (what, { bytes, ...how }) => ask(server, what, { ...how, ...rawOf(bytes) }));
  const late = await person(here, 'late@everywhere.example', everyRole);
  await sql('update api_tokens set expires_at = now() where person = $1', [late.person]);
  byToken('ex', late.token);
  const robbed = await person(here, 'robbed@everywhere.example', everyRole);
  await sql('update api_tokens set revoked_at = now() where person = $1', [robbed.person]);
  byToken('rv', robbed.token);
  const gone = await person(here, 'gone@everywhere.example', everyRole);
  // Only this, so that a token of somebody who is disabled is refused even where nobody revoked it.
  await sql('update people set disabled_at = now() where id = $1', [gone.person]);
  byToken('di', gone.token);
  const stranger = await person(here, 'stranger@everywhere.example', ['viewer']);
  await sql('delete from roles where person = $1', [stranger.person]);
  byToken('zO', stranger.token);
  const body = { name: 'narrow', roles: ['viewer'], days: 1 };
  byToken('tO', (await ask(server, 'POST /v1/tokens', { token: here.token('all'), body })).json.token);
  const addScimToken = async ({ organisation }: Team, revokedAt: Date | null = null): Promise<string> => {
    const { hash, text } = newToken('scim');
    await sql(
      "insert into scim_tokens (organisation, name, hash, expires_at, revoked_at) values ($1, 'directory', $2, now() + '1 day'::interval, $3)",
      [organisation, hash, revokedAt],
    );
    return text;
  };
  byToken('sO', await addScimToken(here));
  byToken('sX', await addScimToken(there));
  byToken('sr', await addScimToken(here, new Date()));

  for (const name of ['A', 'B', 'X'] as const) {
    const { agent } = places[name];
    callers.set(`a${name}`, (what, how) => agent.ask(what, how));
  }
  const revoked = await enrol(server, places.A.enrolment, 'revoked');
  await sql('update agents set revoked_at = now() where id = $1', [revoked.id]);
  callers.set('ar', (what, how) => revoked.ask(what, how));
  const left = await person(here, 'left@place-a.example', ['viewer']);
  const orphan = await enrol(server, places.A.enrolment, 'of somebody who left');
  await sql('update agents set owner = $2 where id = $1', [orphan.id, left.person]);
  await sql('update people set disabled_at = now() where id = $1', [left.person]);
  callers.set('ao', (what, how) => orphan.ask(what, how));
  // The log of both organisations is sealed by then, so that there is something to prove.
  for (const team of [here, there])
    await soon(async () => {
      const { status } = await ask(server, 'GET /v1/log/checkpoint', { token: team.token('all') });
      return status === 200;
    });
  return {
    server,
    places,
    callers,
    sql,
    issuer: provider.issuer,
    end: async () => {
      provider.end();
      await pool.end();
    },
  };
}

function rawOf(bytes: Uint8Array | undefined): { readonly raw?: string } {
  return bytes === undefined ? {} : { raw: Buffer.from(bytes).toString() };
}

/** Somebody with a role in this project alone. */
export async function freshPerson({ sql }: World, { organisation, project, mark }: Place): Promise<string> {
  const name = randomUUID();
  const [row] = await sql(
    `with made as (
       insert into people (organisation, issuer, subject, email, vouched_by) values ($1, 'local', $2, $2, 'operator') returning organisation, id
     ) insert into roles (organisation, person, role, project) select organisation, id, 'viewer', $3 from made
     returning person as id`,
    [organisation, `${name}@${mark}.example`, project],
  );
  return row?.['id'] ?? '';
}

/** What must not be shown to a caller, whatever they ask. */
export function strangeTo({ places: { A, B, X } }: World, column: string): readonly string[] {
  const marksOf = (...places: readonly Place[]): readonly string[] =>
    places.flatMap(({ mark, project, agent, owner }) => [mark, project, agent.id, owner]);
  switch (column) {
    case 'aA':
    case 'vA':
    case 'pA':
    case 'uA':
    case 'dA':
      return [...marksOf(B, X), adminOfAll];
    case 'aB':
      return [...marksOf(A, X), adminOfAll];
    case 'tO':
    case 'vO':
    case 'pO':
    case 'uO':
    case 'dO':
    case 'sO':
      return marksOf(X);
    case 'aX':
    case 'vX':
    case 'pX':
    case 'uX':
    case 'dX':
    case 'sX':
      return [...marksOf(A, B), 'everywhere.example'];
    default:
      return [...marksOf(A, B, X), 'everywhere.example'];
  }
}
