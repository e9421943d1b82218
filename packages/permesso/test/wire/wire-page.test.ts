import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const main = join(root, 'packages/permesso/src/cli/main.ts');
const page = readFileSync(join(root, 'docs/wire.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'permesso-wire-page-'));

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));

/** Blocks of one language, in their order. */
function blocks(language: string): readonly string[] {
  const found = page.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'));
  return [...found].map(([, text = '']) => text);
}

function isThere(program: string): boolean {
  return spawnSync(program, ['--version']).error === undefined;
}

describe.skipIf(!isThere('curl'))('the examples with curl', () => {
  const [start = '', ...requests] = blocks('sh');
  let child: ChildProcess;
  let address = '';

  beforeAll(async () => {
    const words = start.trim().split(' ').slice(1);
    // Any free port: the one of the page may be taken.
    const args = words.map((word, at) => (words[at - 1] === '--port' ? '0' : word));
    child = spawn(process.execPath, ['--conditions=@permesso/source', main, ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
      address = line;
      break;
    }
  }, 120_000);

  afterAll(async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`it ended with ${code}`))));
    child.kill('SIGTERM');
    await promise;
  }, 120_000);

  test('there are three, each with its answer', () => {
    expect([requests.length, blocks('json').length]).toEqual([3, 3]);
  });

  test.each([0, 1, 2])('example %i answers as the page shows', (at) => {
    const command = requests[at]?.replaceAll('http://127.0.0.1:4711', address) ?? '';
    expect(command).toContain(address);
    const ran = spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8' });
    expect(ran.stdout).toBe(blocks('json')[at]?.trimEnd());
  });
});

interface Language {
  readonly name: string;
  readonly compiler: string;
  readonly build: readonly string[];
  readonly source: string;
}

const program = join(folder, 'gate');

/** As Debian has them: `rustc` 1.63 and `golang-go` 1.19. */
const languages: readonly Language[] = [
  { name: 'Rust', compiler: 'rustc', build: ['-o', program], source: 'gate.rs' },
  { name: 'Go', compiler: 'go', build: ['build', '-o', program], source: 'gate.go' },
];

describe.each(languages)('the example in $name', ({ compiler, build, source }) => {
  test.skipIf(!isThere(compiler))(
    'compiles, and runs nothing that is not allowed',
    { timeout: 240_000 },
    () => {
      const built = spawnSync(compiler, [...build, join(root, 'examples/wire', source)], {
        encoding: 'utf8',
        env: { ...process.env, GOCACHE: join(folder, 'go'), GO111MODULE: 'off' },
      });
      expect([built.status, built.stderr]).toEqual([0, '']);
      const command = [
        process.execPath,
        '--conditions=@permesso/source',
        main,
        'decide',
        '--stdio',
        '--no-files',
      ];
      const may = (line: string, permesso: readonly string[] = command): number | null =>
        spawnSync(program, [line], { env: { ...process.env, PERMESSO: permesso.join(' ') } }).status;
      expect([may('ls -la'), may('rm "a\\b\n"')]).toEqual([0, 1]);
      expect([may('ls -la', ['true']), may('ls -la', ['/nowhere/permesso'])]).toEqual([1, 1]);
    },
  );
});
