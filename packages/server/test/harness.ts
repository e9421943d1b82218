import {
  enrolPurpose,
  newSigningKey,
  type SigningKey,
  signRequest,
  signText,
} from '@permesso/protocol/bundle';
import { pino } from 'pino';
import { operatorCommands, secondPersonActs } from '../src/declared.ts';
import { openDatabase, type Database } from '../src/database/database.ts';
import { openCells } from '../src/database/open-cells.ts';
import { operator, type Operator } from '../src/identity/operator.ts';
import type { OperatorInput } from '../src/operator-command.ts';
import { declaredPlugins, joinCells } from '../src/open-plugins.ts';
import { serve, type RunningServer, type ServeOptions } from '../src/serve.ts';
import { secretFrom, type Settings } from '../src/settings.ts';
import type { Role } from '../src/route/caller.ts';
import { answered, ask, type Answered } from './ask.ts';
import { createTestDatabase } from './test-database.ts';

export { ask, type Answered } from './ask.ts';
export { createTestDatabase, inspect, type TestDatabase } from './test-database.ts';

export interface TestServer extends RunningServer {
  readonly settings: Settings;
  readonly database: Database;
  readonly operator: Operator;
  readonly databaseUrl: string;
  /** What the operator does by a command, such as `set-slack`. */
  readonly command: (
    name: string,
    operands: readonly string[],
    given?: Partial<OperatorInput>,
  ) => Promise<Readonly<Record<string, string>>>;
  /** Stops the server and drops its database. */
  readonly end: () => Promise<void>;
}

/** `PERMESSO_TEST_POOLER_PORT` puts pgbouncer on this machine between every test's server and its database. */
function databaseSettings(url: string): Pick<Settings, 'databaseUrl' | 'directUrl'> {
  const port = process.env['PERMESSO_TEST_POOLER_PORT'];
  if (port === undefined) return { databaseUrl: url };
  const pooled = new URL(url);
  pooled.port = port;
  return { databaseUrl: pooled.href, directUrl: url };
}

/** Tests ask more in a second than people do in a day. */
const unlimited = { burst: 1e9, perSecond: 1e9 };

export interface TestServerOptions extends ServeOptions {
  readonly settings?: Partial<Settings>;
  /** For settings of modules and plug-ins. */
  readonly env?: Settings['env'];
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const made = await createTestDatabase();
  const settings: Settings = {
    ...databaseSettings(made.url),
    secret: secretFrom('a secret of thirty-two characters'),
    host: '127.0.0.1',
    port: 0,
    connections: 8,
    requestsPerSecond: 100,
    trustedProxies: [],
    logLevel: 'silent',
    webhookHosts: ['127.0.0.1'],
    retentionDays: 90,
    ...options.settings,
    env: {
      PERMESSO_PUSH_HOSTS: 'none',
      // Nothing answers there: a test with Slack starts one of its own.
      PERMESSO_SLACK_API: 'http://127.0.0.1:9/api',
      ...options.env,
    },
  };
  const server = await serve(settings, {
    log: pino({ level: process.env['PERMESSO_LOG'] ?? 'silent' }),
    limits: { stranger: unlimited, caller: unlimited },
    ...options,
  });
  const database = openDatabase({ url: made.url, connections: 3 });
  return {
    ...server,
    settings,
    database,
    databaseUrl: made.url,
    operator: operator({ database, secret: settings.secret }),
    command: async (name, operands, { env = {}, roles = [] } = {}) => {
      const command = operatorCommands.find((each) => each.name === name);
      if (command === undefined) throw new Error(`there is no ${name}`);
      const opened = openCells(settings, { connections: 2, join: joinCells });
      try {
        const kinds = secondPersonActs(settings.secret);
        return await command.read(operands, { env, roles })({ ...opened, settings, kinds });
      } finally {
        await opened.database.close();
      }
    },
    end: async () => {
      await server.stop();
      await database.close();
      await made.drop();
    },
  };
}

export interface TestAgent {
  readonly id: string;
  readonly key: SigningKey;
  readonly channel: string;
  readonly organisationKey: Buffer;
  readonly ask: (what: string, how?: AgentAsking) => Promise<Answered>;
  /** At another server of the same database. */
  readonly askAt: (url: string, what: string, how?: AgentAsking) => Promise<Answered>;
}

export interface AgentAsking {
  readonly body?: unknown;
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly at?: number;
}

export async function enrol(
  server: { readonly url: string },
  token: string,
  name = 'an agent',
): Promise<TestAgent> {
  const key = newSigningKey();
  const { status, json } = await ask(server, 'POST /v1/enrol', {
    body: {
      token,
      name,
      publicKey: key.publicKey.toString('base64url'),
      proof: signText(token, enrolPurpose, key.privateKey),
    },
  });
  if (status !== 201) throw new Error(`enrolling failed: ${status} ${JSON.stringify(json)}`);
  return agentOf(server, key, json);
}

/** By what the server told an agent that joined with this key. */
export function agentOf(
  server: { readonly url: string },
  key: SigningKey,
  { agent: id = '', channel, organisationKey }: Readonly<Record<string, string>>,
): TestAgent {
  return {
    id,
    key,
    channel: channel ?? '',
    organisationKey: Buffer.from(organisationKey ?? '', 'base64url'),
    ask: (what, how = {}) => askAs({ id, key }, server, { what, ...how }),
    askAt: (url, what, how = {}) => askAs({ id, key }, { url }, { what, ...how }),
  };
}

async function askAs(
  { id, key }: { readonly id: string; readonly key: SigningKey },
  server: { readonly url: string },
  { what, body, bytes, headers, at = Date.now() }: AgentAsking & { readonly what: string },
): Promise<Answered> {
  const [method = 'GET', target = '/'] = what.split(' ');
  const sent = bytes ?? (body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body)));
  const authorization = signRequest({ method, target, body: sent }, { agent: id, key: key.privateKey, at });
  const response = await fetch(server.url + target, {
    method,
    redirect: 'manual',
    headers: {
      authorization,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(method === 'GET' ? {} : { body: Buffer.from(sent) }),
  });
  return await answered(response);
}

/** An organisation with people of some roles, a project and a way to enrol agents. */
export interface Team {
  readonly organisation: string;
  readonly name: string;
  readonly project: string;
  readonly people: Readonly<Record<string, { readonly person: string; readonly token: string }>>;
  readonly token: (who: string) => string;
  readonly enrolment: string;
}

/** What takes two people, by the admin of a team and confirmed by its author. The answer of the second. */
export async function asTwo(
  server: { readonly url: string },
  team: Team,
  [what, body]: readonly [what: string, body?: unknown],
): Promise<Answered> {
  const asked = await ask(server, what, {
    token: team.token('admin'),
    ...(body === undefined ? {} : { body }),
  });
  if (asked.status !== 202) return asked;
  const path = `POST /v1/pending-acts/${asked.json.pending}/confirm`;
  return await ask(server, path, { token: team.token('author') });
}

export async function createTeam(
  server: {
    readonly url: string;
    readonly operator: Pick<Operator, 'addOrganisation' | 'addPerson'>;
  },
  name: string,
  roles: Readonly<Record<string, readonly Role[]>> = {},
): Promise<Team> {
  const organisation = await server.operator.addOrganisation(name);
  const people: Record<string, { person: string; token: string }> = {};
  const wanted: Readonly<Record<string, readonly Role[]>> = {
    admin: ['admin'],
    author: ['author'],
    approver: ['approver'],
    viewer: ['viewer'],
    owner: ['viewer', 'approver'],
    ...roles,
  };
  for (const [who, held] of Object.entries(wanted))
    people[who] = await server.operator.addPerson({
      organisation: name,
      email: `${who}@${name}.example`,
      roles: held,
    });
  const token = (who: string): string => people[who]?.token ?? '';
  const project = await ask(server, 'POST /v1/projects', { token: token('admin'), body: { name: 'main' } });
  const enrolment = await ask(server, 'POST /v1/enrolments', {
    token: token('admin'),
    body: { project: project.json.id, owner: people['owner']?.person, uses: 1000, minutes: 60 },
  });
  await ask(server, `POST /v1/me/enrolments/${enrolment.json.id}/confirm`, { token: token('owner') });
  return { organisation, name, project: project.json.id, people, token, enrolment: enrolment.json.token };
}

/** Whether a plug-in is there that a test of something else needs. */
export function hasPlugin(name: string): boolean {
  return declaredPlugins.some((plugin) => plugin.name === name);
}
