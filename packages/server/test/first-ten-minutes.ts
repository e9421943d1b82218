import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { fileLog } from '@permesso/gate/stores';
import { createTeamGate } from '@permesso/gate/team';
import { ask, createTestDatabase } from './harness.ts';
import { compiled } from '../../permesso/test/compiled.ts';
import { builtCommandLine } from '../../permesso/test/built.ts';

const run = promisify(execFile);

/** One step that a person would take, and what they saw. */
export type Tell = (step: string, seen: string) => void;

/**
 * A team's first ten minutes, with the programs that people type: start, an organisation, two agents, a policy, a call
 * that is held, approved by somebody else, seen in the record, and proven without the server.
 */
export async function firstTenMinutes(tell: Tell): Promise<void> {
  const database = await createTestDatabase();
  const scratch = await mkdtemp(join(tmpdir(), 'permesso-ten-minutes-'));
  const env = {
    DATABASE_URL: database.url,
    PERMESSO_SECRET: 'x'.repeat(40),
    PERMESSO_PORT: '0',
    PERMESSO_LOG: 'error',
  };
  let server: ChildProcess | undefined;
  try {
    const permesso = (args: readonly string[], home: string): Promise<string> =>
      type(args, { ...env, HOME: home });
    await permesso(['serve', 'add-organisation', 'acme', '--json'], scratch);
    tell('permesso serve add-organisation acme', 'an organisation');
    const person = async (email: string, role: string): Promise<{ person: string; token: string }> =>
      JSON.parse(await permesso(['serve', 'add-person', 'acme', email, '--role', role, '--json'], scratch));
    const admin = await person('anna@acme.example', 'admin');
    const author = await person('bert@acme.example', 'author');
    const approver = await person('carla@acme.example', 'approver');
    tell('permesso serve add-person', 'an admin, an author and an approver, each with a token');

    const started = await start(env, scratch);
    server = started.process;
    const { url } = started;
    tell('permesso serve', `listening at ${new URL(url).hostname}`);

    const project = await must(
      ask({ url }, 'POST /v1/projects', { token: admin.token, body: { name: 'shop' } }),
    );
    const enrolment = await must(
      ask({ url }, 'POST /v1/enrolments', {
        token: admin.token,
        body: { project: project.id, owner: admin.person, uses: 2, minutes: 10 },
      }),
    );
    const homes = [join(scratch, 'first'), join(scratch, 'second')];
    for (const home of homes) {
      await mkdir(join(home, '.config/permesso'), { recursive: true });
      await permesso(['team', 'join', url, '--token', enrolment.token, '--name', home.slice(-6)], home);
      await writeFile(join(home, '.config/permesso/policy.yaml'), `team: ${url}\n`);
    }
    tell('permesso team join', 'two machines, each with a key of its own');

    const text =
      "ask: ['Bash(git push:*)']\ndeny: ['Bash(curl:*)']\ntests: [{ call: Bash(git push), expect: ask }]\n";
    const path = `/v1/projects/${project.id}`;
    await must(ask({ url }, `POST ${path}/policies`, { token: author.token, body: { text, note: 'first' } }));
    await must(
      ask({ url }, `POST ${path}/rollout`, { token: author.token, body: { version: 1, stage: 'all' } }),
    );
    for (const home of homes)
      await until(async () => (await permesso(['team', 'sync'], home)).includes('version 1'));
    tell('permesso team sync', 'version 1 of the policy on both');

    const [home = scratch] = homes;
    const gate = createTeamGate({
      home,
      env: {},
      managed: join(home, 'managed'),
      cwd: home,
      log: fileLog({ directory: join(home, '.local/state/permesso/log'), flush: 'entry' }),
    });
    try {
      const call = { tool: 'Bash', input: { command: 'git push' }, cwd: home };
      if ((await gate.check({ ...call, input: { command: 'curl x' } })).verdict !== 'deny')
        throw new Error('curl ran');
      const held = gate.authorize(call);
      let question: { id: string; digest: string } | undefined;
      await until(async () => {
        const found = await must(ask({ url }, 'GET /v1/approvals?state=pending', { token: approver.token }));
        question = found.approvals[0];
        return question !== undefined;
      });
      tell('git push', 'held: the team is asked');
      const answer = { digest: question?.digest, verdict: 'allow' };
      await must(
        ask({ url }, `POST /v1/approvals/${question?.id}/answer`, { token: approver.token, body: answer }),
      );
      const allowed = await held;
      if (allowed.verdict !== 'allow' || allowed.answer?.by !== 'carla@acme.example')
        throw new Error('not approved');
      tell('carla answers', 'allowed, once');
    } finally {
      gate.close();
    }

    await until(async () => {
      await permesso(['team', 'sync'], home);
      const found = await must(
        ask({ url }, 'GET /v1/entries?from=2020-01-01&to=2100-01-01', { token: admin.token }),
      );
      const seen = found.entries.map(({ entry }: { entry: { type: string } }) => entry.type);
      return seen.join(' ') === 'decision answer';
    });
    tell('GET /v1/entries', 'the decision and the answer are on record');
    const proof = join(scratch, 'proof.json');
    await until(async () => (await permesso(['team', 'evidence', proof], home).catch(() => '')) !== '');
    await stop(server);
    server = undefined;
    const verified = await permesso(['log', 'verify', '--server', proof], home);
    if (!verified.includes('proven to hold 2 entries')) throw new Error(verified);
    tell('permesso log verify --server proof.json', verified.trim());
  } finally {
    if (server !== undefined) await stop(server);
    await rm(scratch, { recursive: true, force: true, maxRetries: 20 });
    await database.drop();
  }
}

async function type(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await run(process.execPath, [builtCommandLine, ...args], {
    env: { ...compiled, PATH: process.env['PATH'] ?? '', ...env },
    timeout: 600_000,
  });
  return stdout;
}

async function start(
  env: Readonly<Record<string, string>>,
  home: string,
): Promise<{ readonly url: string; readonly process: ChildProcess }> {
  const child = spawn(process.execPath, [builtCommandLine, 'serve', '--json'], {
    env: { ...compiled, PATH: process.env['PATH'] ?? '', ...env, HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line) as { readonly url?: string };
    if (said.url !== undefined) return { url: said.url, process: child };
  }
  throw new Error('the server ended before it listened');
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await Promise.race([ended, wait(15_000).then(() => child.kill('SIGKILL'))]);
}

async function must(asked: ReturnType<typeof ask>): Promise<Awaited<ReturnType<typeof ask>>['json']> {
  const { status, json } = await asked;
  if (status > 299) throw new Error(`${status} ${JSON.stringify(json)}`);
  return json;
}

async function until(is: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    if (await is()) return;
    await wait(200);
  }
  throw new Error('it did not happen in time');
}
