import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notInstalled, publicExamples, type Example } from './examples.ts';
import { entrySources } from './public-names.ts';

const repository = join(import.meta.dirname, '../../../..');
const compiler = join(repository, 'node_modules/typescript/bin/tsc');

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'permesso-examples-'));
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const declared = notInstalled.map((name) => `declare module '${name}';\n`);
  await writeFile(join(folder, 'not-installed.d.ts'), declared.join(''));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));

test('every example of a public name compiles by itself', async () => {
  const examples = publicExamples();
  expect(examples.length).toBeGreaterThan(110);
  expect(await errorsOf(examples)).toEqual([]);
});

test('what is compiled as anything is imported, and not installed', () => {
  const imported = new Set(
    publicExamples().flatMap(({ code }) =>
      Array.from(code.matchAll(/ from '([^']+)'/gu), ([, name]) => name),
    ),
  );
  expect(notInstalled.filter((name) => !imported.has(name))).toEqual([]);
  const { resolve } = createRequire(import.meta.url);
  for (const name of notInstalled) expect(() => resolve(name)).toThrow(name);
});

test('an example that does not compile is named', async () => {
  const wrong = {
    title: 'permesso wrong',
    code: "import { createGate } from '@permesso/gate';\ncreateGate({});",
  };
  const unnamed = { title: 'permesso unnamed', code: 'const gate = createGate({ policy: {} });' };
  const errors = await errorsOf([wrong, unnamed]);
  expect(errors).toHaveLength(2);
  expect(errors[0]).toMatch(/^permesso wrong, line 2: error TS2741: .*policy/u);
  expect(errors[1]).toMatch(/^permesso unnamed, line 1: error TS2304: .*createGate/u);
});

/** All in one program, against the sources of the entries that they import. */
async function errorsOf(examples: readonly Example[]): Promise<readonly string[]> {
  for (const [at, { code }] of examples.entries())
    await writeFile(join(folder, `example-${at}.tsx`), `${code}\nexport {};\n`);
  const paths = Object.fromEntries([...entrySources()].map(([entry, file]) => [entry, [file]]));
  const files = ['not-installed.d.ts', ...examples.map((_, at) => `example-${at}.tsx`)];
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...options, paths }, files }),
  );
  const output = await compile();
  const lines = output.split('\n').filter((line) => line.includes('error TS'));
  return lines.map((line) => {
    const [, at = '', number = '', text = ''] = /^example-(\d+)\.tsx\((\d+),\d+\): (.*)/u.exec(line) ?? [];
    return text === '' ? line : `${examples[Number(at)]?.title}, line ${number}: ${text}`;
  });
}

const options = {
  target: 'es2024',
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  customConditions: ['@permesso/source'],
  jsx: 'react-jsx',
  types: ['node'],
  lib: ['es2024', 'dom'],
};

/** A compiler that refuses something ends with a status of its own; its output says what. */
function compile(): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [compiler, '-p', folder, '--pretty', 'false'],
      { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
      (_error, stdout) => {
        resolve(stdout);
      },
    );
  });
}
