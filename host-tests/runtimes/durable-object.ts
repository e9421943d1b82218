/**
 * `npm run tools -- runtimes:stores`: the store contract, with its faults, on Durable Objects in workerd; a gate in a Worker that counts
 * there; and an object that is read again after workerd was started again. Needs the runtimes that `npm run tools -- runtimes` installs.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const repository = join(import.meta.dirname, '../..');
const cache = join(process.env['PERMESSO_CACHE'] ?? join(repository, '.cache'), 'runtimes');

interface Served {
  readonly ready: Promise<URL>;
  readonly dispose: () => Promise<void>;
}

const { Miniflare } = createRequire(join(cache, 'package.json'))('miniflare') as {
  readonly Miniflare: new (options: object) => Served;
};

async function workerScript(): Promise<string> {
  const build = await rolldown({
    input: join(import.meta.dirname, 'store-worker.ts'),
    platform: 'node',
    external: /^(?:node|cloudflare):/,
    resolve: { conditionNames: ['@permesso/source', 'import', 'node', 'default'] },
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false });
  await build.close();
  return output[0].code;
}

const folder = mkdtempSync(join(tmpdir(), 'permesso-objects-'));
const script = await workerScript();
const serve = (): Served =>
  new Miniflare({
    modules: true,
    script,
    compatibilityDate: '2026-01-01',
    compatibilityFlags: ['nodejs_compat'],
    durableObjects: { STORE: { className: 'StoreObject', useSQLite: true } },
    durableObjectsPersist: folder,
    host: '127.0.0.1',
    port: 0,
  });

async function post(url: URL, path: string, body: object): Promise<unknown> {
  const response = await fetch(new URL(path, url), { method: 'POST', body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text) as unknown;
}

let failed = 0;
function report(what: string, isRight: boolean): void {
  failed += isRight ? 0 : 1;
  process.stdout.write(`${isRight ? 'right' : 'WRONG'}: ${what}\n`);
}

let served = serve();
try {
  const url = await served.ready;
  // 30 at once want 5 of 100: 20 fit.
  const verdicts = await Promise.all(
    Array.from({ length: 30 }, () => post(url, '/gate', { name: 'limits', amount: 5 })),
  );
  const allowed = verdicts.filter((said) => (said as { verdict: string }).verdict === 'allow').length;
  report(`a gate in a Worker: ${allowed} of 30 calls fit the limit of 20`, allowed === 20);

  const tests = ['contract', 'faults'].map((name) => `packages/gate/test/stores/${name}.test.ts`);
  const child = spawn(join(repository, 'node_modules/.bin/vitest'), ['run', ...tests], {
    cwd: repository,
    env: { ...process.env, PERMESSO_DURABLE_OBJECT: url.href },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'close')) as [number | null];
  report('the store contract and its faults', code === 0);

  await served.dispose();
  served = serve();
  const text = 'select used from permesso_limits';
  const rows = await post(await served.ready, '/', { name: 'limits', text, values: [] });
  report('what was counted is there after a restart', JSON.stringify(rows) === '[{"used":100}]');
} finally {
  await served.dispose();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
}
process.stdout.write(`${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
