import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const gate = join(import.meta.dirname, '../..');
const modules = join(gate, '../../node_modules');

/** Every entry that a program can import. */
const entries = Object.entries(
  (JSON.parse(readFileSync(join(gate, 'package.json'), 'utf8')) as { exports: Record<string, unknown> })
    .exports,
)
  .filter(([, target]) => typeof target === 'object')
  .map(([entry]) => join('@permesso/gate', entry));

let app = '';
beforeAll(() => {
  app = mkdtempSync(join(tmpdir(), 'permesso-entries-'));
  symlinkSync(modules, join(app, 'node_modules'));
});
afterAll(() => rmSync(app, { recursive: true, force: true }));

/** Bytes, compressed, of what a program brings along that imports this and nothing else. */
async function sizeOf(code: string): Promise<number> {
  const file = join(app, 'app.js');
  writeFileSync(file, code);
  const build = await rolldown({
    input: file,
    platform: 'neutral',
    external: [/^node:/, /^react/],
    logLevel: 'silent',
    resolve: { conditionNames: ['import', 'default'], mainFields: ['module', 'main'] },
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  return gzipSync(output.map((each) => (each.type === 'chunk' ? each.code : '')).join('')).length;
}

describe('Finding 28: what an import brings along', () => {
  const stores: readonly (readonly [string, number])[] = [
    'postgres',
    'redis',
    'sqlite',
    'durable-object',
  ].map((store) => [`import * as all from '@permesso/gate/stores/${store}'; console.log(all)`, 36_000]);
  test.each<readonly [string, number]>([
    ["import { ApprovalCard } from '@permesso/gate/react'; console.log(ApprovalCard)", 12_000],
    ...stores,
    ["import * as all from '@permesso/gate/checks'; console.log(all)", 4_000],
    ["import * as all from '@permesso/gate/telemetry'; console.log(all)", 12_000],
    ["import { createGate } from '@permesso/gate/worker'; createGate({ policy: {} })", 200_000],
    ["import * as all from '@permesso/gate/worker'; console.log(all)", 200_000],
    // The engine with the model of shells and of 1,700 programs.
    ["import { createGate } from '@permesso/gate'; createGate({ policy: {} })", 494_000],
  ])('%s: at most %i bytes', async (code, most) => {
    const size = await sizeOf(code);
    process.stdout.write(`${size} bytes: ${code}\n`);
    expect(size).toBeLessThanOrEqual(most);
  });
});

test('a gate in a Worker decides as elsewhere, and asks about commands', () => {
  writeFileSync(
    join(app, 'same.mjs'),
    `import { globSync, readFileSync } from 'node:fs';
import { createGate, fixedWorld } from '@permesso/gate';
import { createGate as createInWorker } from '@permesso/gate/worker';
const lines = globSync('*.jsonl', { cwd: process.argv[2] }).flatMap((file) => readFileSync(process.argv[2] + '/' + file, 'utf8').split('\\n'));
const found = { same: 0, other: [], commands: 0, looser: [] };
for (const [at, line] of lines.filter(Boolean).entries()) {
  // There are thousands of them, and what is asked about is asked about.
  if (at % 8 !== 0 && line.includes('"tool":"Bash"')) continue;
  const { call, cwd, rules, mode, workingDirectories, fs } = JSON.parse(line);
  const world = () => fixedWorld({ cwd, ...(workingDirectories && { workingDirectories }), links: fs?.symlinks ?? {} });
  const [here, there] = await Promise.all([createGate, createInWorker].map((create) => create({ policy: rules, mode, world }).check({ ...call, cwd })));
  if (/^(?:Bash|PowerShell|shell)$/i.test(call.tool)) {
    found.commands++;
    if (there.verdict === 'allow' && here.verdict !== 'allow') found.looser.push(call);
  } else if (JSON.stringify(here) === JSON.stringify(there)) found.same++;
  else found.other.push(call);
}
console.log(JSON.stringify(found));
`,
  );
  const out = execFileSync(process.execPath, ['same.mjs', join(gate, '../../corpus')], {
    cwd: app,
    encoding: 'utf8',
  });
  const { same, other, commands, looser } = JSON.parse(out) as Record<string, unknown>;
  expect({ other, looser }).toEqual({ other: [], looser: [] });
  expect([Number(same) > 100, Number(commands) > 100]).toEqual([true, true]);
});

test('a stack trace of the published packages is read in the names of the sources', () => {
  writeFileSync(
    join(app, 'trace.mjs'),
    `import { createGate } from '@permesso/gate';
const stacks = [];
const tool = { name: 'pay', kind: 'other', offer: () => [], read: () => { stacks.push(new Error('x').stack); return []; } };
await createGate({ policy: {}, tools: [tool] }).authorize({ tool: 'pay', input: {} });
console.log(stacks[0]);
`,
  );
  const out = execFileSync(process.execPath, ['trace.mjs'], { cwd: app, encoding: 'utf8' });
  const frames = Array.from(out.matchAll(/at (?:async )?([\w.]+) \(.*\/(\w+)\/dist\//g), ([, name, of]) => [
    of,
    name,
  ]);
  expect(frames).toEqual([
    ['engine', 'readFacts'],
    ['gate', 'basisFor'],
    ['gate', 'decideNow'],
    ['gate', 'decideRead'],
    ['gate', 'decideAndCount'],
    ['gate', 'authorize'],
    ['gate', 'Object.authorize'],
  ]);
});

test('Finding 30: the types of every entry are sound without skipLibCheck', () => {
  const names = entries.map((entry, at) => `import * as entry${at} from '${entry}';\nvoid entry${at};`);
  writeFileSync(join(app, 'app.ts'), names.join('\n'));
  const options =
    '--noEmit --strict --exactOptionalPropertyTypes --skipLibCheck false --target es2024 --types node';
  const compile = (module: string): string => {
    try {
      return execFileSync(
        join(modules, '.bin/tsc'),
        [...options.split(' '), '--lib', 'es2024,dom', '--module', module, 'app.ts'],
        { cwd: app, encoding: 'utf8' },
      );
    } catch (error) {
      return String((error as { stdout?: unknown }).stdout);
    }
  };
  expect(compile('nodenext')).toBe('');
});

test('Finding 29: nothing is random, timed or fetched where a module starts', () => {
  writeFileSync(
    join(app, 'worker.mjs'),
    `import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
const refuse = (what) => () => { throw new Error('disallowed at the start of a module: ' + what); };
const real = crypto.randomBytes;
for (const name of ['randomBytes', 'randomUUID', 'randomInt', 'randomFillSync']) crypto[name] = refuse(name);
globalThis.crypto.getRandomValues = refuse('getRandomValues');
globalThis.crypto.randomUUID = refuse('randomUUID');
Math.random = refuse('Math.random');
for (const name of ['fetch', 'setTimeout', 'setInterval', 'setImmediate']) globalThis[name] = refuse(name);
syncBuiltinESMExports();
const loaded = [];
for (const entry of ${JSON.stringify(entries)}) loaded.push(await import(entry));
const [{ createGate }, { guard }] = [loaded[0], await import('@permesso/gate/guard')];
const gate = createGate({ policy: { allow: ['refund'] } });
const refund = guard(gate, { tool: 'refund' }, () => 'ran');
crypto.randomBytes = real;
syncBuiltinESMExports();
console.log(loaded.length, await refund({}));
`,
  );
  const out = execFileSync(process.execPath, ['worker.mjs'], { cwd: app, encoding: 'utf8' });
  expect(out).toBe(`${entries.length} ran\n`);
});

test('ten thousand tenants: at most 25 kB each', () => {
  writeFileSync(
    join(app, 'tenants.mjs'),
    `import { createGate } from '@permesso/gate';
const policyOf = (tenant) => ({
  unlisted: 'deny',
  allow: ['read_order', { rule: 'refund', limit: { sum: 'input.amount', most: 500 + tenant, per: 'day', by: 'tenant' } }],
  ask: [{ rule: 'refund', when: { amount: { gt: 100 + tenant } }, message: 'A large refund.' }],
  deny: ['delete_account'],
});
const used = () => { gc(); gc(); return process.memoryUsage().heapUsed; };
await createGate({ policy: policyOf(0) }).check({ tool: 'refund', input: { amount: 1 } });
const before = used();
const gates = Array.from({ length: 10_000 }, (_, tenant) => createGate({ policy: policyOf(tenant) }));
console.log(Math.ceil((used() - before) / gates.length));
`,
  );
  const bytes = Number(execFileSync(process.execPath, ['--expose-gc', 'tenants.mjs'], { cwd: app }));
  process.stdout.write(`${bytes} bytes for a gate\n`);
  expect(bytes).toBeLessThanOrEqual(25_000);
});
