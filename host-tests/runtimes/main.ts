/**
 * `npm run tools -- runtimes`: the engine decides the same in Node, Chromium, workerd, Deno and Bun, from one bundle without any
 * Node shim. Installs the pinned runtimes into a cache folder first.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { buildEngine } from '../../packages/engine/build.ts';
import { runtimeCases, type RuntimeCase } from './cases.ts';
import { decideCases } from './decide-cases.ts';
import { chromiumFile } from '../../packages/console/test/chromium.ts';

const repository = join(import.meta.dirname, '../..');
const cache = join(process.env['PERMESSO_CACHE'] ?? join(repository, '.cache'), 'runtimes');

/**
 * Bytes of `decideCall` with the shell reading, minified and compressed: what a page loads before its first decision, and everything for
 * those who decide without waiting.
 */
const mostBytes = { page: 240_000, index: 428_000 } as const;

interface BundleOptions {
  readonly minify: boolean;
  /** Late files stay files. */
  readonly split?: true;
}

type Files = readonly (readonly [name: string, code: string, imports: readonly string[]])[];

/** From the engine as it is published. The first file is the entry. */
async function bundled(entry: string, { minify, split }: BundleOptions): Promise<Files> {
  const build = await rolldown({
    input: entry,
    platform: 'neutral',
    resolve: { conditionNames: ['import', 'browser', 'default'] },
  });
  const { output } = await build.generate({ format: 'esm', minify, codeSplitting: split === true });
  await build.close();
  return output.flatMap((file) =>
    file.type === 'chunk' ? [[file.fileName, file.code, file.imports] as const] : [],
  );
}

async function bundle(entry: string, { minify }: { readonly minify: boolean }): Promise<string> {
  return (await bundled(entry, { minify }))[0]?.[1] ?? '';
}

/** What is loaded before anything runs. */
function firstFiles(files: Files): readonly string[] {
  const first = new Set([files[0]?.[0] ?? '']);
  for (const name of first)
    for (const next of files.find(([each]) => each === name)?.[2] ?? []) first.add(next);
  return files.filter(([name]) => first.has(name)).map(([, code]) => code);
}

function install(): void {
  mkdirSync(cache, { recursive: true });
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(join(import.meta.dirname, name), join(cache, name));
  if (existsSync(join(cache, 'node_modules/.bin/bun'))) return;
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: cache,
    stdio: 'inherit',
    timeout: 10 * 60_000,
  });
  if (status !== 0) throw new Error('the runtimes could not be installed');
}

function inProcess(program: string, args: readonly string[], script: string): readonly string[] {
  const file = join(cache, 'run.mjs');
  writeFileSync(file, script);
  const { status, stdout, stderr } = spawnSync(join(cache, 'node_modules/.bin', program), [...args, file], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    timeout: 120_000,
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr.slice(0, 2000)}`);
  return JSON.parse(stdout) as readonly string[];
}

/** Parsed there, not written as an object literal: in one of those, `__proto__` is not a key. */
const parsed = (cases: readonly RuntimeCase[]): string =>
  `JSON.parse(${JSON.stringify(JSON.stringify(cases))})`;

const printed = (code: string, cases: readonly RuntimeCase[]): string =>
  `${code}\nconsole.log(JSON.stringify(decideCases(${parsed(cases)})));\n`;

interface Workerd {
  readonly dispatchFetch: (
    url: string,
    init: object,
  ) => Promise<{ readonly status: number; readonly json: () => Promise<unknown> }>;
  readonly dispose: () => Promise<void>;
}

function workerdOf(): new (options: object) => Workerd {
  const { Miniflare } = createRequire(join(cache, 'package.json'))('miniflare') as {
    readonly Miniflare: new (options: object) => Workerd;
  };
  return Miniflare;
}

async function inWorkerd(code: string, cases: readonly RuntimeCase[]): Promise<readonly string[]> {
  const Miniflare = workerdOf();
  // No compatibility flag: nothing of Node is there.
  const worker = new Miniflare({
    modules: true,
    compatibilityDate: '2026-01-01',
    script: `${code}\nexport default { fetch: async (request) => Response.json(decideCases(await request.json())) };`,
  });
  try {
    const response = await worker.dispatchFetch('http://localhost/', {
      method: 'POST',
      body: JSON.stringify(cases),
    });
    return (await response.json()) as readonly string[];
  } finally {
    await worker.dispose();
  }
}

/** The recipe as it stands, in the runtime that it is for. */
async function edgeRecipe(): Promise<readonly string[]> {
  const script = await bundle(join(repository, 'examples/recipes/edge.ts'), { minify: false });
  const Miniflare = workerdOf();
  const worker = new Miniflare({ modules: true, compatibilityDate: '2026-01-01', script });
  try {
    const said: string[] = [];
    for (const amount of [50, 51]) {
      const body = JSON.stringify({ tool: 'refund', input: { amount } });
      const response = await worker.dispatchFetch('http://localhost/', { method: 'POST', body });
      const { verdict } = (await response.json()) as { readonly verdict: string };
      said.push(`${response.status} ${verdict}`);
    }
    return said;
  } finally {
    await worker.dispose();
  }
}

async function inChromium(code: string, cases: readonly RuntimeCase[]): Promise<readonly string[]> {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: chromiumFile,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage();
    await page.setContent(
      `<script type="module">${code.replaceAll('</script', String.raw`<\/script`)}\nwindow.decideCases = decideCases;</script>`,
    );
    await page.waitForFunction('window.decideCases !== undefined');
    return await page.evaluate<readonly string[]>(`window.decideCases(${parsed(cases)})`);
  } finally {
    await browser.close();
  }
}

/** From files that a server sends: late ones when a case needs them. */
async function inPage(files: Files, cases: readonly RuntimeCase[]): Promise<readonly string[]> {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: chromiumFile,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const server = 'http://page.example';
  try {
    const page = await browser.newPage();
    await page.route(`${server}/**`, async (route) => {
      const name = new URL(route.request().url()).pathname.slice(1);
      const found = files.find(([each]) => each === name);
      const body = found?.[1] ?? '<!doctype html>';
      await route.fulfill({ contentType: found === undefined ? 'text/html' : 'text/javascript', body });
    });
    await page.goto(`${server}/`);
    return await page.evaluate<readonly string[]>(
      `import('/${files[0]?.[0]}').then(({ decideInPage }) => decideInPage(${parsed(cases)}))`,
    );
  } finally {
    await browser.close();
  }
}

function differences(expected: readonly string[], found: readonly string[]): number {
  return expected.filter((text, at) => text !== found[at]).length + Math.abs(expected.length - found.length);
}

install();
await buildEngine();
const cases = runtimeCases(2000);
const expected = decideCases(cases);
const code = (await bundle(join(import.meta.dirname, 'decide-cases.ts'), { minify: false })).replace(
  /export \{ decideCases \};?\s*$/,
  '',
);
if (/(?:from|require\()\s*['"]node:/.test(code)) throw new Error('the bundle imports something of Node');

const pageFiles = await bundled(join(import.meta.dirname, 'decide-in-page.ts'), {
  minify: false,
  split: true,
});
const runs: Readonly<Record<string, () => readonly string[] | Promise<readonly string[]>>> = {
  Chromium: () => inChromium(code, cases),
  page: () => inPage(pageFiles, cases),
  workerd: () => inWorkerd(code, cases),
  Deno: () => inProcess('deno', ['run', '--no-prompt'], printed(code, cases)),
  Bun: () => inProcess('bun', ['run'], printed(code, cases)),
};
let failed = 0;
for (const [name, run] of Object.entries(runs)) {
  const different = differences(expected, await run());
  failed += different === 0 ? 0 : 1;
  process.stdout.write(`${name.padEnd(9)} ${cases.length} decisions, ${different} different\n`);
}
const edge = (await edgeRecipe()).join(', ');
if (edge !== '200 allow, 403 deny') failed += 1;
process.stdout.write(`examples/recipes/edge.ts in workerd: ${edge}\n`);
for (const [name, most] of Object.entries(mostBytes)) {
  const entry = join(cache, 'entry.ts');
  const engine = JSON.stringify(join(repository, `packages/engine/dist/${name}.js`));
  writeFileSync(entry, `export { compilePolicy, decideCall } from ${engine};\n`);
  const minified = firstFiles(await bundled(entry, { minify: true, split: true })).join('\n');
  rmSync(entry);
  const bytes = gzipSync(minified, { level: 9 }).length;
  if (bytes > most) failed += 1;
  process.stdout.write(
    `decideCall with shell, ${name}: ${minified.length} bytes minified, ${bytes} gzip (at most ${most})\n`,
  );
}
process.stdout.write(`${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
