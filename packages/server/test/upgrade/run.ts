import { setTimeout as wait } from 'node:timers/promises';
import type { Evidence } from '@permesso/protocol/proof/evidence';
import { randomSource } from '../attack/fuzz-requests.ts';
import { countDifferences } from '../count-differences.ts';
import { check, type Checked } from '../faults/check.ts';
import { asking, shipping, type ClientOptions } from '../faults/clients.ts';
import { openProxy } from '../faults/proxy.ts';
import { newSeen } from '../faults/seen.ts';
import { createTeam, createTestDatabase, enrol, type TestAgent } from '../harness.ts';
import type { ServerProcess } from '../load/server-process.ts';
import type { Version } from './old-version.ts';
import { proofProblems, takeProof } from './proofs.ts';
import { operatorOf, startVersion } from './version-process.ts';
import { publishing, watching } from './watch.ts';

export interface UpgradeOptions {
  /** Oldest first. */
  readonly versions: readonly [Version, ...Version[]];
  /** How long each version runs. */
  readonly secondsEach: number;
  readonly progress: (done: string) => void;
}

export interface Switch {
  readonly from: string;
  readonly to: string;
  /** Until the newer server listened: it starts, and brings the database up to date. */
  readonly startMs: number;
  /** Starts that failed before. */
  readonly restarts: number;
  /** Until the older one had ended after SIGTERM. */
  readonly stopMs: number;
  /** The longest time in which an agent that sends all the time got nothing acknowledged. */
  readonly longestOutageMs: number;
  /** All such times together. */
  readonly outageMs: number;
  readonly failed: number;
  readonly statuses: readonly number[];
}

export interface UpgradeReport extends Checked {
  readonly versions: readonly string[];
  readonly switches: readonly Switch[];
  readonly requests: number;
  readonly failures: number;
  readonly published: number;
  readonly proofs: number;
}

/** One server after the other on the same database while agents send and ask, people answer, and policies are published. */
export async function runUpgrade({
  versions,
  secondsEach,
  progress,
}: UpgradeOptions): Promise<UpgradeReport> {
  const [oldest] = versions;
  const database = await createTestDatabase();
  const databaseUrl = database.url;
  let running: ServerProcess | undefined = await startVersion(oldest, databaseUrl);
  const proxy = await openProxy(() => Number(new URL(running?.url ?? 'http://127.0.0.1:1').port));
  let isOver = false;
  let clients: Promise<unknown> = Promise.resolve();
  try {
    const url = `http://127.0.0.1:${proxy.port}`;
    const operator = operatorOf(oldest, databaseUrl);
    const team = await createTeam({ url, operator }, 'acme', { second: ['approver'] });
    const agents: TestAgent[] = [];
    for (let made = 0; made < 5; made++) agents.push(await enrol({ url }, team.enrolment));
    const [watched, ...others] = agents as [TestAgent, ...TestAgent[]];
    progress(`${describe(oldest)} runs`);
    const seen = newSeen();
    const options: ClientOptions = {
      seen,
      url: () => url,
      databaseUrl: () => databaseUrl,
      over: () => isOver,
      random: randomSource(1),
    };
    const tokens = [team.token('approver'), team.token('second')];
    const outages = watching(watched, options);
    const published = publishing(team, options);
    clients = Promise.all([
      outages,
      published,
      ...others.slice(0, 2).map((agent) => shipping(agent, options)),
      ...others.slice(2).map((agent) => asking(agent, tokens, options)),
    ]);
    const proofs: Evidence[] = [];
    const switches: (Omit<Switch, 'longestOutageMs' | 'outageMs' | 'failed' | 'statuses'> & {
      readonly at: number;
    })[] = [];
    for (const [at, version] of versions.entries()) {
      if (at > 0) {
        const before = running;
        const began = performance.now();
        const started = await startUntilItListens(version, databaseUrl);
        running = started.server;
        const listens = performance.now();
        await before.stop();
        const from = describe(versions[at - 1] ?? oldest);
        const [startMs, stopMs] = [listens - began, performance.now() - listens].map(Math.round) as [
          number,
          number,
        ];
        switches.push({
          from,
          to: describe(version),
          startMs,
          restarts: started.restarts,
          stopMs,
          at: began,
        });
        progress(
          `${describe(version)} listens after ${startMs} ms, the older one has ended after ${stopMs} ms`,
        );
      }
      await wait(secondsEach * 1000);
      if (at < versions.length - 1) proofs.push(await takeProof(url, watched));
    }
    isOver = true;
    await clients;
    const found = await outages;
    const checked = await check(databaseUrl, seen);
    const wrong: readonly string[] = [
      ...checked.wrong,
      ...(await proofProblems(proofs, { url, agent: watched })),
      ...(await countDifferences(databaseUrl)).map((difference) => `counts: ${difference}`),
    ];
    return {
      versions: versions.map(describe),
      switches: switches.map(({ at, ...each }, place) => {
        const until = switches[place + 1]?.at ?? Infinity;
        const own = found.filter(({ from }) => from >= at && from < until);
        return {
          ...each,
          longestOutageMs: Math.max(0, ...own.map(({ ms }) => ms)),
          outageMs: own.reduce((sum, { ms }) => sum + ms, 0),
          failed: own.reduce((sum, { failed }) => sum + failed, 0),
          statuses: [...new Set(own.flatMap(({ statuses }) => [...statuses]))],
        };
      }),
      requests: seen.requests,
      failures: seen.failures,
      published: await published,
      proofs: proofs.length,
      ...checked,
      wrong,
    };
  } finally {
    isOver = true;
    await clients;
    await proxy.close();
    await running.stop();
    await database.drop();
  }
}

/** As a supervisor does: older versions do not try again by themselves when the traffic holds up a migration. */
async function startUntilItListens(version: Version, databaseUrl: string): Promise<Started> {
  for (let restarts = 0; ; restarts++)
    try {
      return { restarts, server: await startVersion(version, databaseUrl) };
    } catch (error) {
      if (restarts === 5) throw error;
    }
}

interface Started {
  readonly server: ServerProcess;
  readonly restarts: number;
}

function describe({ name, newest }: Version): string {
  return `${name} (${newest.replace('.sql', '')})`;
}
