import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { joinTeam, teamDirectory } from '@permesso/gate/team';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { operator } from '../../src/identity/operator.ts';
import { secretFrom } from '../../src/settings.ts';
import { createTeam, enrol, type Team, type TestAgent } from '../harness.ts';
import { publish } from '../publish.ts';
import { secret, startServer, type ServerProcess } from '../load/server-process.ts';
import { startAgent, type AgentProcess } from './agent-process.ts';
import { createDatabases, type Databases } from './databases.ts';
import { openProxy, type Proxy } from './proxy.ts';
import { openSmallDisk, type SmallDisk } from './small-disk.ts';
import type { Seen } from './seen.ts';
import { soon } from './soon.ts';

/** A server in its place: a supervisor starts it again. */
export interface Place {
  readonly url: () => string;
  /** Sets its clock wrong by so many milliseconds. */
  readonly setClock: (shift: number) => void;
  readonly killAndStart: () => Promise<void>;
}

/** Everything that faults are done to. */
export interface Stage {
  readonly seen: Seen;
  readonly random: () => number;
  readonly cluster: Databases;
  readonly servers: readonly Place[];
  /** Between clients and servers, and between servers and PostgreSQL. */
  readonly networks: { readonly clients: Proxy; readonly database: Proxy };
  /** Where clients reach some server. */
  readonly url: string;
  readonly team: Team;
  readonly agents: readonly TestAgent[];
  readonly real: AgentProcess;
  readonly home: string;
  readonly setAgentClock: (shift: number) => void;
  readonly disk: SmallDisk;
  restarts: number;
  readonly close: () => Promise<void>;
}

const policy = `
allow: ['Bash(npm test:*)']
ask: ['Bash(git push:*)']
tests: [{ call: Bash(git push), expect: ask }]
`;

export async function setStage({
  seen,
  random,
  settings = [],
  hasStandbys = false,
}: {
  readonly seen: Seen;
  readonly random: () => number;
  /** Of PostgreSQL. */
  readonly settings?: readonly string[];
  readonly hasStandbys?: boolean;
}): Promise<Stage> {
  const work = mkdtempSync(join(tmpdir(), 'permesso-stage-'));
  const disk = openSmallDisk(64);
  const cluster = await createDatabases({ settings, hasStandbys });
  const processes: (ServerProcess | undefined)[] = [];
  const closing: (() => unknown)[] = [];
  const count = { restarts: 0 };
  const database = await openProxy(() => Number(new URL(cluster.url).port));
  const throughNetwork = new URL(cluster.url);
  throughNetwork.port = String(database.port);
  const clients = await openProxy(() => {
    const alive = processes.filter((each) => each !== undefined);
    return Number(new URL(alive[Math.floor(random() * alive.length)]?.url ?? 'http://127.0.0.1:1').port);
  });

  /** A start that fails is tried again; a server that ends on its own is wrong. */
  async function startIn(at: number, clockFile: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        const started = await startServer(throughNetwork.href, {
          flags: ['--import', join(import.meta.dirname, 'shift-clock.ts')],
          env: { PERMESSO_TEST_CLOCK: clockFile },
        });
        processes[at] = started;
        void watch(at, started, clockFile);
        return;
      } catch (error) {
        if (tries === 10) throw error;
        count.restarts += 1;
        await wait(500);
      }
    }
  }

  async function watch(at: number, started: ServerProcess, clockFile: string): Promise<void> {
    const words = await started.ended;
    if (processes[at] !== started) return;
    processes[at] = undefined;
    seen.wrong.push(`a server exited unexpectedly: ${words}`);
    await startIn(at, clockFile);
  }

  async function place(at: number): Promise<Place> {
    const clockFile = join(work, `clock-${at}`);
    writeFileSync(clockFile, '0');
    await startIn(at, clockFile);
    return {
      url: () => processes[at]?.url ?? 'http://127.0.0.1:1',
      setClock: (shift) => writeFileSync(clockFile, String(shift)),
      killAndStart: async () => {
        const before = processes[at];
        processes[at] = undefined;
        before?.kill();
        await startIn(at, clockFile);
      },
    };
  }

  await migrate(cluster.url);
  const servers = [await place(0), await place(1)];
  const url = `http://127.0.0.1:${clients.port}`;
  const team = await makeTeam(cluster.url, url, 'faulty');
  const agents: TestAgent[] = [];
  for (let made = 0; made < 4; made++) agents.push(await enrol({ url }, team.enrolment));
  const home = join(disk.path, 'home');
  const agentClock = join(work, 'clock-of-agent');
  writeFileSync(agentClock, '0');
  await joinAs({ url, team, home });
  // A policy that came between a question and its answer would have to be asked about again.
  for (const server of servers) await soon(() => servesPolicy(server.url(), agents[0]?.channel));
  const real = startAgent({ home, name: 'real', clockFile: agentClock });
  closing.push(
    () => disk.remove(),
    () => rmSync(work, { recursive: true, force: true, maxRetries: 20 }),
  );
  return {
    seen,
    random,
    cluster,
    servers,
    networks: { clients, database },
    url,
    team,
    agents,
    real,
    home,
    setAgentClock: (shift) => writeFileSync(agentClock, String(shift)),
    disk,
    get restarts() {
      return count.restarts;
    },
    close: async () => {
      const running = processes.splice(0).filter((server) => server !== undefined);
      await Promise.all(running.map((server) => server.stop()));
      await Promise.all([clients.close(), database.close()]);
      await cluster.remove();
      for (const each of closing) each();
    },
  };
}

async function makeTeam(databaseUrl: string, url: string, name: string): Promise<Team> {
  const own = openDatabase({ url: databaseUrl, connections: 2 });
  try {
    const team = await createTeam(
      { url, operator: operator({ database: own, secret: secretFrom(secret) }) },
      name,
      { second: ['approver'] },
    );
    await publish({ url }, team, { text: policy });
    return team;
  } finally {
    await own.close();
  }
}

async function servesPolicy(url: string, channel = ''): Promise<boolean> {
  const reply = await fetch(`${url}/v1/bundles/${channel}`);
  return /\\"policy\\":/.test(await reply.text());
}

async function joinAs({
  url,
  team,
  home,
}: {
  readonly url: string;
  readonly team: Team;
  readonly home: string;
}): Promise<void> {
  mkdirSync(join(home, '.config/permesso'), { recursive: true });
  // What the agent does without a server is not the question here: the team's policy repeats it.
  writeFileSync(
    join(home, '.config/permesso/policy.yaml'),
    `team: ${url}\n${policy.replace(/tests:.*/, '')}`,
  );
  const directory = teamDirectory({ home, env: {} });
  await joinTeam({ url, token: team.enrolment, name: 'real', directory });
}
