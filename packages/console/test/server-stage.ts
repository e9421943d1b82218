import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { ask } from '../../server/test/ask.ts';
import { client, startProvider } from '../../server/test/identity-provider.ts';
import { createTestDatabase, inspect } from '../../server/test/test-database.ts';
import { createPolicyGate } from '@permesso/gate/gate';
import { fileLog } from '@permesso/gate/log';
import { markSync, askServer } from '@permesso/gate/team-agent';
import { readMembership, teamDirectory } from '@permesso/gate/disk';
import { listenFor } from './canary.ts';
import { busyMachine, newMachine, startHook, type Hook, type Machine } from './stage.ts';
import { compiled } from '../../permesso/test/compiled.ts';
import { builtCommandLine } from '../../permesso/test/built.ts';

/** A team with a real server process on a real database, an identity provider, and machines that have joined. */
export interface TeamStage {
  readonly url: string;
  readonly project: string;
  /** As the admin, by token. */
  readonly ask: (what: string, body?: unknown, token?: string) => Promise<Said>;
  /** The same, confirmed by an author where it takes two. */
  readonly askAsTwo: (what: string, body?: unknown) => Promise<void>;
  /** Of a person that the operator added. */
  readonly token: (name: string, roles: readonly string[]) => Promise<string>;
  /** What `permesso team sync` does on a machine: policy in, record out. */
  readonly sync: (machine: Machine) => Promise<void>;
  /** One statement as the owner of the database. */
  readonly sql: (text: string, values?: unknown[]) => Promise<readonly Record<string, unknown>[]>;
  /** A person with roles in the whole organisation, signed in by the provider in a browser of their own. */
  readonly person: (name: string, roles: readonly string[]) => Promise<Signed>;
  /** A machine whose agents belong to the admin. */
  readonly machine: (name: string) => Promise<Machine>;
  readonly adminToken: string;
  /** `kill -9`, and the same server again at the same address. */
  readonly kill: () => Promise<void>;
  readonly restart: () => Promise<void>;
  readonly end: () => Promise<void>;
}

// eslint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
type Said = any;

export interface Signed {
  readonly page: Page;
  /** What went wrong in the page. */
  readonly problems: readonly string[];
  /** What ran that should not, what the content security policy stopped, and what was loaded from elsewhere. */
  readonly caught: readonly string[];
}

export interface TeamOptions {
  readonly browser: Browser;
  readonly pages: string;
  /** Where it listens. Browsers make passkeys for a name, and for no number. */
  readonly host?: 'localhost';
  /** In place of Slack's own. */
  readonly slackApi?: string;
  /** Settings of the server besides. */
  readonly settings?: Readonly<Record<string, string>>;
}

export async function startTeam(options: TeamOptions): Promise<TeamStage> {
  const { browser, pages, host, slackApi, settings = {} } = options;
  const database = await createTestDatabase();
  const env: Record<string, string> = {
    ...compiled,
    PATH: process.env['PATH'] ?? '',
    HOME: tmpdir(),
    DATABASE_URL: database.url,
    PERMESSO_SECRET: 'x'.repeat(40),
    PERMESSO_PORT: '0',
    PERMESSO_LOG: 'error',
    PERMESSO_PAGES: pages,
    PERMESSO_WEBHOOK_HOSTS: 'localhost',
    ...(host === undefined ? {} : { PERMESSO_HOST: host }),
    ...(slackApi === undefined
      ? {}
      : { PERMESSO_SLACK_API: slackApi, PERMESSO_WEBHOOK_HOSTS: 'localhost,127.0.0.1' }),
    ...settings,
  };
  await permesso(['serve', 'add-organisation', 'acme'], env);
  const added = await permesso(
    ['serve', 'add-person', 'acme', 'root@acme.example', '--role', 'admin', '--json'],
    env,
  );
  const admin = JSON.parse(added) as { readonly person: string; readonly token: string };
  const started = await startServer(env);
  const { url } = started;
  let server = started.process;
  env['PERMESSO_PORT'] = new URL(url).port;
  const provider = await startProvider(`${url}/v1/sign-in/callback`);
  const machines: Machine[] = [];

  async function asAdmin(what: string, body?: unknown, token = admin.token): Promise<Said> {
    const { status, json } = await ask({ url }, what, {
      token,
      ...(body === undefined ? {} : { body }),
    });
    if (status > 299) throw new Error(`${what}: ${status} ${JSON.stringify(json)}`);
    return json;
  }
  await asAdmin('PUT /v1/identity-provider', { issuer: provider.issuer, ...client });
  await permesso(['serve', 'trust-issuer', 'acme', provider.issuer, 'acme.example'], env);
  const { id: project } = await asAdmin('POST /v1/projects', { name: 'shop' });
  async function newToken(name: string, roles: readonly string[]): Promise<string> {
    const given = roles.flatMap((role) => ['--role', role]);
    const words = ['serve', 'add-person', 'acme', `${name}@acme.example`, ...given, '--json'];
    return (JSON.parse(await permesso(words, env)) as { readonly token: string }).token;
  }
  let confirmer: Promise<string> | undefined;

  return {
    url,
    project,
    ask: asAdmin,
    askAsTwo: async (what, body) => {
      const said = await asAdmin(what, body);
      if (said?.pending === undefined) return;
      confirmer ??= newToken('confirmer', ['author']);
      await asAdmin(`POST /v1/pending-acts/${said.pending}/confirm`, undefined, await confirmer);
    },
    token: newToken,
    sync: async (machine) => {
      await permesso(['team', 'sync'], { ...env, HOME: machine.home });
    },
    adminToken: admin.token,
    sql: (text, values = []) => inspect(database.url, text, values),
    person: async (name, roles) => {
      const { page, problems, caught } = await newPage(browser, url);
      await page.goto(url);
      await signIn(page, name);
      await page.getByText('have no role yet').waitFor();
      const { people } = await asAdmin('GET /v1/people');
      const { id } = people.find((each: { email: string }) => each.email === `${name}@acme.example`);
      await asAdmin(`PUT /v1/people/${id}/roles`, { roles: roles.map((role) => ({ role, project: null })) });
      // The provider's own pages are not what is tried here.
      problems.length = 0;
      caught.length = 0;
      await page.goto(new URL('#/approvals', url).href);
      await page.reload();
      await page.getByText('live', { exact: true }).waitFor();
      return { page, problems, caught };
    },
    machine: async (name) => {
      const machine = newMachine(`team: ${url}\n`);
      machines.push(machine);
      const enrolment = { project, owner: admin.person, uses: 1, minutes: 10 };
      const { token } = await asAdmin('POST /v1/enrolments', enrolment);
      await permesso(['team', 'join', url, '--token', token, '--name', name], { ...env, HOME: machine.home });
      // Hooks start no looks of their own: tests look at moments that they choose.
      markSync(teamDirectory({ home: machine.home, env: {} }));
      return machine;
    },
    kill: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    },
    restart: async () => {
      server = (await startServer(env)).process;
    },
    end: async () => {
      const ended = server.exitCode === null && server.signalCode === null ? once(server, 'exit') : undefined;
      server.kill('SIGKILL');
      await ended;
      provider.end();
      for (const machine of machines) machine.remove();
      await database.drop();
    },
  };
}

/** What the agent of a machine sends with its own key, whatever stands in it. */
export async function sendAsAgent(machine: Machine, path: string, json: unknown): Promise<number> {
  const membership = readMembership(teamDirectory({ home: machine.home, env: {} }));
  if (membership === undefined) throw new Error('the machine has not joined');
  return (await askServer(membership, { method: 'POST', path, json })).status;
}

/** An agent's hook that asks the team about one command. */
export function askTeam(
  machine: Machine,
  command: string,
  options: { deadline?: number; session?: string } = {},
): Hook {
  return startHook(machine, command, { ...options, ask: 'team' });
}

const first = `mode: default
allow:
  - Read
  - Bash(npm run:*)
ask:
  - rule: Bash(git push:*)
    message: Publishes your work.
deny:
  - rule: Read(**/.env*)
    guidance: Ask for the value you need instead.
tests:
  - { call: Bash(git push), expect: ask }
  - { call: Read(.env), expect: deny }
`;
const second = `mode: default
allow:
  - Read
  - Bash(npm run:*)
  - Bash(npm test:*)
ask:
  - rule: Bash(git push:*)
    message: Publishes your work.
deny:
  - rule: Read(**/.env*)
    guidance: Ask for the value you need instead.
  - Bash(sudo:*)
tests:
  - { call: Bash(git push), expect: ask }
  - { call: Read(.env), expect: deny }
  - { call: Bash(sudo ls), expect: deny }
`;

/** As the admin, who did not write it. */
export async function approveVersion({ project, ask: asked }: TeamStage, version: number): Promise<void> {
  const path = `/v1/projects/${project}/policies/${version}`;
  const { digest, review } = await asked(`GET ${path}`);
  await asked(`POST ${path}/review`, { digest, base: review.base, verdict: 'approve' });
}

/** A while of a team: two versions, one of them on its way, with what an agent recorded and counted meanwhile. */
export async function teamLife(team: TeamStage, machine: Machine): Promise<void> {
  const author = await team.token('author', ['author']);
  const path = `/v1/projects/${team.project}`;
  await team.ask(`POST ${path}/policies`, { text: first, note: 'Ask before anything is published' }, author);
  await approveVersion(team, 1);
  await team.ask(`POST ${path}/rollout`, { version: 1, stage: 'all' }, author);
  await team.ask(
    `POST ${path}/policies`,
    { text: second, note: 'Tests run by themselves, sudo never' },
    author,
  );
  await team.ask(`POST ${path}/rollout`, { version: 2, stage: 'report' }, author);
  await team.sync(machine);
  const commands = ['npm run build', 'git status', 'cat .env', 'ls -la', 'npm test', 'sudo reboot', 'make'];
  const log = fileLog({ directory: join(machine.state, 'log') });
  const gate = createPolicyGate({ home: machine.home, env: {}, cwd: machine.project, log });
  for (const command of [...commands, ...commands.slice(0, 4)])
    await gate.authorize({
      tool: 'Bash',
      input: { command },
      cwd: machine.project,
      session: 's',
      host: 'codex',
    });
  log.close();
  await team.sync(machine);
}

async function newPage(
  browser: Browser,
  url: string,
): Promise<{ page: Page; problems: string[]; caught: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(busyMachine);
  const caught = await listenFor(context, (asked) => asked.startsWith(`${url}/`));
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return { page, problems, caught };
}

/** From the page that says how, through the provider's own pages, and back. */
async function signIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Organisation').fill('acme');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('input[name="login"]').fill(name);
  await page.locator('input[name="password"]').fill('any');
  await page.locator('button[type="submit"]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function permesso(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [builtCommandLine, ...args], {
    env: { ...env },
    timeout: 120_000,
  });
  return stdout;
}

async function startServer(
  env: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; readonly process: ChildProcess }> {
  const child = spawn(process.execPath, [builtCommandLine, 'serve', '--json'], {
    env: { ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line) as { readonly url?: string };
    if (said.url !== undefined) return { url: said.url, process: child };
  }
  throw new Error('the server ended before it listened');
}
