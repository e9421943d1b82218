import { timingSafeEqual, type KeyObject } from 'node:crypto';
import {
  type AgentSignature,
  readAgentSignature,
  readPublicKey,
  type RequestProblem,
  requestProblem,
  revokedProblem,
} from '@permesso/protocol/bundle';
import { first, queries } from '../database/query.ts';
import { createBatcher } from '../database/batcher.ts';
import type { Caller, CallerToken, HeldRole, PersonCaller } from '../route/caller.ts';
import { Problem } from '../route/problem.ts';
import { readToken } from '../secrets/token.ts';
import { readCookie, sessionCookie } from './cookies.ts';
import type { ServerContext } from '../module.ts';

interface OrganisationRow {
  readonly organisation: string;
}

const sql = queries(import.meta.dirname);
const findToken = sql<OrganisationRow, { hash: Buffer }>('find-token.sql');
const findScimToken = sql<OrganisationRow, { hash: Buffer }>('find-scim-token.sql');
const loadScimToken = sql<{ id: string; isOperators: boolean }, { hash: Buffer }>('load-scim-token.sql');
const findSession = sql<OrganisationRow, { hash: Buffer }>('find-session.sql');

interface PersonRow {
  readonly person: string;
  readonly email: string | null;
  readonly roles: readonly HeldRole[];
  /** The token's limits; null without a token. */
  readonly limited: readonly string[] | null;
  readonly lineage: CallerToken['lineage'] | null;
  readonly tokenExpiresAt: Date | null;
}

const loadTokens = sql<PersonRow & { hash: Buffer }, { hashes: readonly Buffer[] }>('load-tokens.sql');
const loadSession = sql<PersonRow & { session: string; csrf: Buffer }, { hash: Buffer }>('load-session.sql');
const findAgents = sql<AgentRow, { ids: readonly string[] }>('find-agents.sql');

interface AgentRow extends OrganisationRow {
  readonly id: string;
  readonly project: string;
  readonly owner: string;
  readonly publicKey: Buffer;
}

export interface Credentials {
  readonly method: string;
  readonly target: string;
  readonly header: (name: string) => string | undefined;
  readonly bytes: Buffer;
}

/** A token's owner never changes; whether it is still valid is checked each time. */
const mostRemembered = 50_000;

/** Identifies the caller: an agent by its signature, a person by a token or a browser session. */
export function authenticator({
  database,
  publicUrl,
  now,
}: Pick<ServerContext, 'database' | 'publicUrl' | 'now'>): (given: Credentials) => Promise<Caller> {
  const owners = new Map<string, string>();
  const keys = rememberedKeys();
  const findAgent = createBatcher<string, AgentRow | undefined>({
    work: async (_key, ids) => {
      const found = new Map((await findAgents(database.system, { ids })).map((row) => [row.id, row]));
      return ids.map((id) => found.get(id));
    },
  });

  const loadToken = createBatcher<Buffer, PersonRow | undefined>({
    work: (organisation, hashes) =>
      database.asOrganisation(organisation, async (on) => {
        const rows = await loadTokens(on, { hashes });
        return hashes.map((hash) => rows.find((row) => row.hash.equals(hash)));
      }),
  });

  async function organisationOf(
    key: string,
    find: () => Promise<OrganisationRow | undefined>,
  ): Promise<string | undefined> {
    const known = owners.get(key);
    if (known !== undefined) return known;
    const found = await find();
    if (found === undefined) return undefined;
    if (owners.size >= mostRemembered) owners.clear();
    owners.set(key, found.organisation);
    return found.organisation;
  }

  async function byAgent(signature: AgentSignature, { method, target, bytes }: Credentials): Promise<Caller> {
    const { agent } = signature;
    const row = await findAgent('', agent);
    const publicKey = row === undefined ? undefined : keys(row.publicKey);
    if (row === undefined || publicKey === undefined) throw unknownAgent();
    const request = { method, target, body: bytes };
    const problem = await requestProblem(request, { signature, publicKey, now: now() });
    if (problem !== undefined) throw unauthorised(problem);
    const { organisation, project, owner } = row;
    return { kind: 'agent', organisation, project, agent, owner };
  }

  async function byToken(hash: Buffer): Promise<Caller> {
    const organisation = await organisationOf(`token ${hash.toString('hex')}`, () =>
      database.asSystem((on) => first(findToken(on, { hash }))),
    );
    if (organisation === undefined) throw badToken();
    const row = await loadToken(organisation, hash);
    if (row === undefined) throw badToken();
    return personIn(organisation, row, 'token');
  }

  async function byScimToken(hash: Buffer): Promise<Caller> {
    const organisation = await organisationOf(`scim ${hash.toString('hex')}`, () =>
      database.asSystem((on) => first(findScimToken(on, { hash }))),
    );
    if (organisation === undefined) throw badToken();
    const row = await database.asOrganisation(organisation, (on) => first(loadScimToken(on, { hash })));
    if (row === undefined) throw badToken();
    return { kind: 'scim', organisation, token: row.id, isOperators: row.isOperators };
  }

  async function bySession(hash: Buffer, given: Credentials): Promise<Caller> {
    const found = await database.asSystem((on) => first(findSession(on, { hash })));
    if (found === undefined) return { kind: 'nobody' };
    const { organisation } = found;
    const row = await database.asOrganisation(organisation, (on) => first(loadSession(on, { hash })));
    if (row === undefined) return { kind: 'nobody' };
    if (given.method !== 'GET') checkOwnPage(given, row.csrf, publicUrl);
    return personIn(organisation, row, 'session');
  }

  return async (given) => {
    const authorization = given.header('authorization');
    if (authorization !== undefined) {
      const signature = readAgentSignature(authorization);
      if (signature !== undefined) return await byAgent(signature, given);
      const text = /^Bearer (\S+)$/i.exec(authorization)?.[1];
      const directory = readToken(text, 'scim');
      if (directory !== undefined) return await byScimToken(directory);
      const hash = readToken(text, 'api');
      if (hash === undefined) throw badToken();
      return await byToken(hash);
    }
    const hash = readToken(readCookie(given.header('cookie'), sessionCookie(publicUrl)), 'session');
    return hash === undefined ? { kind: 'nobody' } : await bySession(hash, given);
  };
}

function personIn(
  organisation: string,
  {
    person,
    email,
    roles,
    limited,
    lineage,
    tokenExpiresAt,
    session,
  }: PersonRow & { readonly session?: string },
  via: PersonCaller['via'],
): PersonCaller {
  // A token cannot exceed its limits, except that viewing is part of every role.
  const held = roles.map((role) =>
    limited === null || limited.includes(role.role) ? role : { ...role, role: 'viewer' as const },
  );
  const token = lineage === null || tokenExpiresAt === null ? null : { lineage, expiresAt: tokenExpiresAt };
  return { kind: 'person', organisation, person, email, via, roles: held, session: session ?? null, token };
}

/** Keyed by the key's own bytes, so an agent that enrols again is never checked against its old key. */
function rememberedKeys(): (bytes: Buffer) => KeyObject | undefined {
  const known = new Map<string, KeyObject>();
  return (bytes) => {
    const name = bytes.toString('latin1');
    const key = known.get(name) ?? readPublicKey(bytes);
    if (key === undefined) return undefined;
    if (known.size >= mostRemembered) known.clear();
    known.set(name, key);
    return key;
  };
}

function unknownAgent(): Problem {
  return unauthorised(revokedProblem);
}

function unauthorised({ code, detail }: RequestProblem): Problem {
  return new Problem(401, detail, code === undefined ? {} : { code });
}

function badToken(): Problem {
  return new Problem(401, 'the token is wrong, has expired or was revoked');
}

/** A browser sends its cookie with every request, including those that a foreign page triggers. */
function checkOwnPage({ header }: Credentials, csrf: Buffer, publicUrl: string): void {
  const origin = header('origin');
  const given = readToken(header('permesso-csrf'), 'csrf');
  const isOwn =
    (origin === undefined || origin === publicUrl) && given !== undefined && timingSafeEqual(given, csrf);
  if (!isOwn) throw new Problem(403, 'this request does not come from a page of this server');
}
