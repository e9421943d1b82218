import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicExamples } from './examples.ts';
import { rightPrograms, start, toolsFile } from './right-programs.ts';
import { wrongPrograms } from './wrong-programs.ts';

const own = join(import.meta.dirname, '../..');
const repository = join(own, '../..');
const compilers = {
  '5.9': join(own, 'node_modules/typescript/bin/tsc'),
  '7': join(repository, 'node_modules/typescript/bin/tsc'),
};

/** Examples that need nothing but what is linked below; `examples.test.ts` compiles them all. */
const examples = publicExamples()
  .map(({ code }) => code)
  .filter((code) => !code.includes('</') && !code.includes('/>'))
  .filter((code) =>
    Array.from(code.matchAll(/ from '([^']+)'/gu), ([, name = '']) => name).every((name) =>
      /^(?:@permesso\/gate|node:|zod$|valibot$|arktype$|@cedar-policy\/)/u.test(name),
    ),
  );

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'permesso-types-'));
  await mkdir(join(folder, 'node_modules'));
  for (const scope of ['@types', '@cedar-policy', '@permesso'])
    await mkdir(join(folder, 'node_modules', scope));
  // As a user has them: the built package by its public entries, beside the schema libraries.
  await symlink(own, join(folder, 'node_modules/@permesso/gate'));
  for (const name of ['zod', 'valibot', 'arktype', '@types/node', '@cedar-policy/cedar-wasm'])
    await symlink(join(repository, 'node_modules', name), join(folder, 'node_modules', name));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
  await writeFile(join(folder, 'tools.ts'), toolsFile);
  await writeFile(join(folder, 'run.ts'), runner);
  for (const [at, { code }] of wrongPrograms.entries())
    await writeFile(join(folder, `wrong-${at}.ts`), start + code);
  for (const [at, code] of examples.entries()) await writeFile(join(folder, `example-${at}.ts`), code);
  for (const [at, { code }] of rightPrograms.entries())
    await writeFile(join(folder, `right-${at}.ts`), start + code);
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));

const options = {
  target: 'es2022',
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  types: ['node'],
  lib: ['es2022', 'dom'],
};

test('there are thirty of each, and the examples of the API', () => {
  expect(examples.length).toBeGreaterThan(110);
  expect(wrongPrograms.length).toBeGreaterThanOrEqual(30);
  expect(rightPrograms.length).toBeGreaterThanOrEqual(30);
});

describe.each(Object.entries(compilers))('TypeScript %s', (version, compiler) => {
  let errors: ReadonlyMap<string, string> = new Map();
  let named = '';
  beforeAll(async () => {
    named = (await run(compiler, ['--version'])).stdout;
    errors = byFile((await run(compiler, ['-p', folder, '--pretty', 'false'])).stdout);
  });

  test('is that one', () => {
    expect(named).toContain(`Version ${version}.`);
  });

  test('refuses nothing but the wrong programs', () => {
    expect([...errors].filter(([file]) => !file.startsWith('wrong-'))).toEqual([]);
  });

  test.each(wrongPrograms.map((program, at) => [program.name, program, at] as const))(
    'refuses %s',
    (_name, { error, says }, at) => {
      const text = errors.get(`wrong-${at}.ts`) ?? '';
      expect(text).toContain(`error ${error}:`);
      expect(text).toContain(says);
      expect(text.match(/error TS/gu)).toHaveLength(1);
    },
  );
});

test('what compiles runs, and prints what it should', async () => {
  const expected = rightPrograms.flatMap(({ name, prints }) =>
    prints === undefined ? [] : { name, prints },
  );
  const { stdout, stderr } = await run('run.ts', []);
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual(expected);
});

/** All of them in one process: each takes longer to start than to run. */
const runner = `const printed = [];
let lines: string[] = [];
const print = console.log;
console.log = (...texts) => { lines.push(texts.join(' ')); };
const programs = ${JSON.stringify(rightPrograms.map(({ name, prints }) => ({ name, isRun: prints !== undefined })))};
for (const [at, { name, isRun }] of programs.entries()) {
  if (!isRun) continue;
  lines = [];
  await import('./right-' + at + '.ts');
  printed.push({ name, prints: lines.join('\\n') });
}
print(JSON.stringify(printed));
export {};
`;

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
}

/** A compiler that refuses something ends with a status of its own; its output says what. */
function run(file: string, args: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [file, ...args],
      { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
      (_error, stdout, stderr) => {
        resolve({ stdout, stderr });
      },
    );
  });
}

/** Every error with the lines that explain it, by the file that it is in. */
function byFile(output: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let file = '';
  for (const line of output.split('\n')) {
    file = /^([\w-]+\.ts)\(/u.exec(line)?.[1] ?? (line.startsWith(' ') ? file : line);
    if (line !== '') found.set(file, `${found.get(file) ?? ''}${line}\n`);
  }
  return found;
}
