import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { operator } from '../../src/identity/operator.ts';
import { secretFrom } from '../../src/settings.ts';
import { setup as build } from '../../../permesso/test/build-before-tests.ts';
import { ask, createTeam, createTestDatabase } from '../harness.ts';
import { hostilePolicy, ordinaryPolicy } from '../policy-texts.ts';
import { readOptions } from '../script-options.ts';
import { secret, startServer } from './server-process.ts';

/** Texts of people, and what others notice of them: the built server as a process, `/healthz` beside. */
const values = readOptions({
  name: 'npm run tools -- load:policies',
  says: 'Large and hostile policies are added to a server while /healthz is asked beside: how long each took, its answer, and the slowest /healthz.',
  options: {
    ordinary: { type: 'string', default: '5000', says: 'rules of a large company' },
    hostile: { type: 'string', default: '3000', says: 'rules with many wildcards' },
  },
  example: ['--ordinary 600 --hostile 300', 'smaller ones'],
});

await build();
const made = await createTestDatabase();
/** Last opened, first closed. */
const closing: (() => unknown)[] = [made.drop];
try {
  await migrate(made.url);
  const own = openDatabase({ url: made.url, connections: 2 });
  closing.push(own.close);
  const server = await startServer(made.url);
  closing.push(() => server.stop());
  const team = await createTeam(
    { url: server.url, operator: operator({ database: own, secret: secretFrom(secret) }) },
    'policies',
  );
  const add = (text: string): Promise<{ readonly status: number }> =>
    ask(server, `POST /v1/projects/${team.project}/policies`, {
      token: team.token('author'),
      body: { text, note: 'a version' },
    });
  const publish = (version: number): Promise<{ readonly status: number }> =>
    ask(server, `POST /v1/projects/${team.project}/rollout`, {
      token: team.token('author'),
      body: { version, stage: 'all' },
    });
  const many = Number(values.ordinary);
  const bad = Number(values.hostile);
  // Threads start with the first text.
  await add(ordinaryPolicy(1));
  await beside(`${many} ordinary rules`, server.url, () => add(ordinaryPolicy(many)));
  await publish(2);
  await beside(`${many} others in their place`, server.url, () => add(ordinaryPolicy(many, many)));
  await beside(`${bad} hostile rules over them`, server.url, () => add(hostilePolicy(bad)));
  await beside('four hostile ones at once', server.url, async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((at) => add(hostilePolicy(bad, at))));
    return { status: answers.map(({ status }) => status).join(' ') };
  });
  write(`load of the machine: ${loadavg()[0]?.toFixed(1)}`);
} finally {
  for (const close of closing.toReversed()) await close();
}

async function beside(
  what: string,
  url: string,
  work: () => Promise<{ readonly status: number | string }>,
): Promise<void> {
  const times: number[] = [];
  const over = new AbortController();
  const looking = (async () => {
    while (!over.signal.aborted) {
      const began = performance.now();
      await (await fetch(`${url}/healthz`)).text();
      times.push(performance.now() - began);
      await wait(10);
    }
  })();
  const began = performance.now();
  const { status } = await work();
  const took = performance.now() - began;
  over.abort();
  await looking;
  const sorted = times.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  write(
    `${what}: ${status} after ${took.toFixed(0)} ms; /healthz ${times.length} times, ` +
      `middle ${middle.toFixed(1)} ms, slowest ${(sorted.at(-1) ?? 0).toFixed(1)} ms`,
  );
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}
