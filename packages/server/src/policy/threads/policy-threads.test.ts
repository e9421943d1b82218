import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, type Team, type TestServer } from '../../../test/harness.ts';
import { onTeams } from '../../../test/on-server.ts';
import { hostilePolicy, ordinaryPolicy } from '../../../test/policy-texts.ts';
import { createThreadPool, type ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';

let server: TestServer;
let team: Team;

onTeams((made) => {
  ({ server, team } = made);
});

interface Outcome {
  readonly status: number;
  readonly json: { readonly detail?: string; readonly number?: number };
  /** How often `/healthz` was answered meanwhile. */
  readonly healthy: number;
}

async function add(text: string): Promise<Outcome> {
  const over = new AbortController();
  const looking = (async () => {
    let healthy = 0;
    while (!over.signal.aborted) healthy += (await ask(server, 'GET /healthz')).status === 200 ? 1 : 0;
    return healthy;
  })();
  const { status, json } = await ask(server, `POST /v1/projects/${team.project}/policies`, {
    token: team.token('author'),
    body: { text, note: 'a version' },
  });
  over.abort();
  return { status, json, healthy: await looking };
}

test('Finding 17: 5,000 ordinary rules are added, and the server answers others meanwhile', async () => {
  await add(ordinaryPolicy(1));
  const { status, json, healthy } = await add(ordinaryPolicy(5000));
  expect({ status, json }).toMatchObject({ status: 201 });
  expect(healthy).toBeGreaterThan(20);
});

test('Finding 17: 3,000 hostile rules are refused when their processor time is over, and the next text is taken', async () => {
  const path = `/v1/projects/${team.project}`;
  const token = team.token('author');
  const { json: first } = await add(hostilePolicy(30));
  await ask(server, `POST ${path}/rollout`, { token, body: { version: first.number, stage: 'all' } });
  const { status, json, healthy } = await add(hostilePolicy(3000, 5000));
  expect(status).toBe(422);
  expect(json.detail).toContain('takes too long to examine');
  expect(healthy).toBeGreaterThan(20);
  expect((await add(ordinaryPolicy(10))).status).toBe(201);
});

test('Finding 17: no file of the server but the jobs of its threads reads a policy', () => {
  const source = join(import.meta.dirname, '../..');
  const readers =
    /\b(?:compilePolicy|comparePolicies|lintPolicy|parsePolicyFile|readTeamPolicy|examineVersion|loosenedBy|decideAnywhere|teamOffers|explainCall|listedRules|matchingCalls|readFor|writtenFor|teamPolicyLayers|createGate)\b/;
  const files = globSync('**/*.ts', { cwd: source, exclude: ['**/*.test.ts'] });
  const found = files.filter((file) => readers.test(readFileSync(join(source, file), 'utf8')));
  expect(found).toEqual(['policy/threads/policy-jobs.ts']);
});

const thread = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (job) => {
    if (job === 'for ever') for (;;);
    if (job === 'memory') { const all = []; for (;;) all.push(new Array(100_000).fill(all.length)); }
    parentPort.postMessage({ result: JSON.stringify(job) });
  });
  parentPort.postMessage('ready');
`;

function pool(options: Partial<ThreadPoolOptions> = {}): ThreadPool {
  return createThreadPool({
    file: new URL(`data:text/javascript,${encodeURIComponent(thread)}`),
    size: 1,
    processorMs: 100,
    longestMs: 60_000,
    patienceMs: 60_000,
    mostWaiting: 3,
    mostOfOne: 2,
    memoryMb: 20,
    ...options,
  });
}

test('Finding 17: a job that never ends is ended, and so is one that takes all memory', async () => {
  const threads = pool();
  expect(await threads.run('for ever', 'a')).toEqual({ ended: 'time' });
  expect(await threads.run('ordinary', 'a')).toEqual({ result: '"ordinary"' });
  expect(await pool({ processorMs: 60_000 }).run('memory', 'a')).toEqual({ ended: 'memory' });
});

test('Finding 17: where all threads are busy, nobody waits for ever and one organisation does not fill the queue', async () => {
  const threads = pool({ processorMs: 60_000, longestMs: 2000, patienceMs: 20 });
  await threads.run('ready', 'a');
  const stuck = threads.run('for ever', 'a');
  await expect(threads.run('x', 'a')).resolves.toBe('busy');
  const waits = [1, 2].map((at) => threads.run(at, 'a'));
  expect(await threads.run(3, 'a')).toBe('busy');
  expect(await Promise.all(waits)).toEqual(['busy', 'busy']);
  await stuck;
});

test('Finding 17: organisations take turns', async () => {
  const threads = pool({ size: 1, mostWaiting: 10, mostOfOne: 5 });
  const done: string[] = [];
  await Promise.all(
    ['a', 'a', 'a', 'b'].map(async (by, at) => {
      await threads.run(at, by);
      done.push(by);
    }),
  );
  expect(done.indexOf('b')).toBeLessThan(3);
});
