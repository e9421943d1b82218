import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeHome } from './look/made-home.ts';
import { linksOf, snippetsOf } from './markdown.ts';
import { checkTypes, installPacked, runNode, runPermesso, type Installed } from './packed.ts';

const repository = join(import.meta.dirname, '../../..');
const snippets = snippetsOf(await readFile(join(repository, 'README.md'), 'utf8'));
// Those in `sdks` need an SDK: `npm run tools -- sdks` runs them. Those in `wire` are in other languages: `wire/wire-page.test.ts` does;
// `recipes/recipes.test.ts` runs the recipes.
const examples = (await readdir(join(repository, 'examples'))).filter(
  (name) => !['sdks', 'wire', 'recipes'].includes(name),
);

test('there are snippets and examples to run', () => {
  expect(snippets.length).toBeGreaterThan(0);
  expect(examples.length).toBeGreaterThan(0);
  expect(examples.filter((name) => !name.endsWith('.ts'))).toEqual([]);
});

describe('the sources', () => {
  const door = pathToFileURL(join(import.meta.dirname, '../../gate/src/index.ts')).href;

  test.each(snippets)('print what the readme shows, snippet %#', async ({ code, prints }) => {
    const folder = await mkdtemp(join(tmpdir(), 'permesso-readme-'));
    try {
      expect(code).toContain("from '@permesso/gate'");
      await writeFile(
        join(folder, 'snippet.mjs'),
        code.replaceAll("from '@permesso/gate'", `from '${door}'`),
      );
      expect(await runNode(folder, 'snippet.mjs')).toBe(prints);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 20 });
    }
  });
});

describe('the packed package in an empty folder', () => {
  let installed: Installed | undefined;

  beforeAll(async () => {
    installed = await installPacked();
  });
  afterAll(() => installed?.remove());

  const place = (): string => installed?.folder ?? 'nowhere';

  test.each(snippets)('prints what the readme shows, snippet %#', async ({ code, prints }) => {
    await writeFile(join(place(), 'gate.mjs'), code);
    expect(await runNode(place(), 'gate.mjs')).toBe(prints);
  });

  test.each(examples)('runs %s, which checks itself', async (name) => {
    await cp(join(repository, 'examples', name), join(place(), name));
    await writeFile(join(place(), 'package.json'), '{ "type": "module" }');
    await expect(runNode(place(), name)).resolves.toBeTypeOf('string');
  });

  test('is small, and holds no sources, tests, fixtures or maps', async () => {
    const modules = join(place(), 'node_modules');
    const files = await readdir(modules, { recursive: true, withFileTypes: true });
    const sizes = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map(async ({ parentPath, name }) => {
          const path = join(parentPath, name);
          return { path: relative(modules, path), size: (await stat(path)).size };
        }),
    );
    const ours = sizes.filter(({ path }) => /^(?:@permesso[\\/]|permesso[\\/])/.test(path));
    expect(ours.length).toBeGreaterThan(100);
    const strange = /(?<!\.d)\.ts$|\.map$|\.test\.|[\\/](?:src|fixtures?)[\\/]/;
    expect(ours.map(({ path }) => path).filter((path) => strange.test(path))).toEqual([]);
    const megabytes = (list: typeof sizes): number => list.reduce((sum, { size }) => sum + size, 0) / 1e6;
    // `npm i permesso` brings nothing else: what it needs of other packages is in its own files.
    const library = ours.filter(({ path }) => path.startsWith('@permesso'));
    expect(megabytes(sizes) - megabytes(library)).toBeLessThan(6.6);
    expect(megabytes(library)).toBeLessThan(4.8);
    expect(sizes.length - ours.length).toBeLessThan(20);
  });

  test('brings every page and picture that its readme links to', async () => {
    const own = join(place(), 'node_modules/permesso');
    const links = linksOf(await readFile(join(own, 'README.md'), 'utf8'));
    expect(links).toContain('docs/look.svg');
    const missing = links.filter(
      (link) => !/^https?:/.test(link) && !existsSync(join(own, link.split('#', 1)[0] ?? '')),
    );
    expect(missing).toEqual([]);
  });

  test('looks at past calls before anything is set up', async () => {
    makeHome({ home: join(place(), 'home'), calls: 60, until: Date.parse('2026-11-16T00:00:00Z') });
    const { code, out } = await runPermesso(place(), ['look', '--home', join(place(), 'home'), '--json']);
    expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ calls: 60, sessions: 2 })]);
  });

  test('brings types that a strict project accepts', async () => {
    const files: string[] = [];
    for (const [index, { code }] of snippets.entries()) {
      files.push(`snippet-${index}.mts`);
      await writeFile(join(place(), `snippet-${index}.mts`), code);
    }
    for (const name of examples) {
      files.push(name);
      await cp(join(repository, 'examples', name), join(place(), name));
    }
    await expect(checkTypes(place(), files)).resolves.toBeUndefined();
    await writeFile(
      join(place(), 'wrong.mts'),
      "import { createGate } from '@permesso/gate';\ncreateGate(1);\n",
    );
    await expect(checkTypes(place(), ['wrong.mts'])).rejects.toMatchObject({
      stdout: expect.stringContaining('wrong.mts(2,'),
    });
  });

  test('learns rules from a log, proven on the attacks that it brings along', async () => {
    const log = join(place(), 'log');
    await writeFile(
      join(place(), 'approve.mjs'),
      `import { createGate, fixedWorld } from '@permesso/gate';
import { fileLog } from '@permesso/gate/stores';
const log = fileLog({ directory: ${JSON.stringify(log)} });
const gate = createGate({ policy: {}, world: () => fixedWorld(), log, approver: async () => ({ verdict: 'allow' }) });
for (const n of [1, 2, 3]) await gate.authorize({ tool: 'Bash', input: { command: \`npm run build -- --n \${n}\` } });
log.close();
`,
    );
    await runNode(place(), 'approve.mjs');
    const { code, out } = await runPermesso(place(), ['suggest', '--log', log, '--no-files', '--json']);
    expect([code, out]).toEqual([0, expect.stringContaining('"rules":[{')]);
    const { rules, hostile } = JSON.parse(out) as { rules: readonly { rule: string }[]; hostile: number };
    expect(rules.map(({ rule }) => rule)).toEqual(['Bash(npm run build:*) [run]']);
    expect(hostile).toBeGreaterThan(1000);
    // What lies in the person's own folder is not what rules are proven on.
    await mkdir(join(place(), 'corpus'));
    await writeFile(join(place(), 'corpus/empty.jsonl'), '');
    const again = await runPermesso(place(), ['suggest', '--log', log, '--no-files', '--json']);
    expect((JSON.parse(again.out) as { hostile: number }).hostile).toBe(hostile);
  });

  test('init installs a hook that decides by a preset, and the console has its pages', async () => {
    const home = place();
    const project = join(home, 'app');
    await mkdir(join(home, '.gemini'), { recursive: true });
    await mkdir(project);
    const { code, out } = await runPermesso(home, [
      'init',
      '--host',
      'gemini-cli',
      '--preset',
      'balanced',
      '--yes',
    ]);
    expect([code, out]).toEqual([0, expect.stringContaining('permesso doctor')]);
    const settings = JSON.parse(await readFile(join(home, '.gemini/settings.json'), 'utf8')) as {
      hooks: { BeforeTool: { hooks: { command: string }[] }[] };
    };
    const command = settings.hooks.BeforeTool[0]?.hooks[0]?.command ?? '';
    const payload = (text: string): string =>
      JSON.stringify({
        session_id: 's',
        transcript_path: join(home, '.gemini/chats/s.jsonl'),
        cwd: project,
        timestamp: '2026-11-14T23:00:18.689Z',
        hook_event_name: 'BeforeTool',
        tool_name: 'run_shell_command',
        tool_input: { command: text },
      });
    const said = (text: string): string =>
      spawnSync('/bin/sh', ['-c', command], {
        cwd: project,
        env: { PATH: process.env['PATH'], HOME: home },
        input: payload(text),
        encoding: 'utf8',
      }).stdout;
    expect(JSON.parse(said('ls -l'))).toMatchObject({ decision: 'allow' });
    expect(JSON.parse(said('shutdown now'))).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('shutdown'),
    });
    expect(await readdir(join(home, 'node_modules/permesso/dist/console'))).toContain('index.html');
  });

  test('holds no tests', async () => {
    const filesOf = (name: string): Promise<string[]> =>
      readdir(join(place(), 'node_modules', name), { recursive: true });
    const program = await filesOf('permesso');
    const library = await filesOf('@permesso/gate');
    expect([...program, ...library].filter((name) => name.includes('.test.'))).toEqual([]);
    expect(program).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/cli/main.cjs']));
    expect(library).toEqual(expect.arrayContaining(['LICENSE', 'dist/index.js', 'dist/index.d.ts']));
  });
});
