import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

const src = join(import.meta.dirname, '../src');

/** Folders, and files beside them, in the order in which they build on each other. */
const stages =
  'settings database secrets outbound route identity policy audit approval delivery console http assemble serve command index'.split(
    ' ',
  );

/** Who may use which package; tests may use what they like. */
const packagesOf: Readonly<Record<string, readonly string[]>> = {
  database: ['pg', 'pg-copy-streams'],
  route: ['typebox'],
  identity: ['openid-client', 'permesso', 'typebox'],
  policy: ['permesso', 'typebox'],
  audit: ['permesso', 'typebox'],
  approval: ['permesso', 'typebox'],
  delivery: ['nodemailer', 'permesso', 'pino', 'typebox'],
  console: ['permesso', 'typebox'],
  http: ['hono', 'pino', 'typebox'],
  assemble: ['pino'],
  serve: ['@hono/node-server', 'permesso', 'pino'],
};

const emptyNames = /^(?:utils|helpers|manager|common|core|lib)\b/;

function complaints(path: string, text: string): readonly string[] {
  const stage = stageOf(path);
  const isTest = path.endsWith('.test.ts');
  const found: string[] = [];
  if (!stages.includes(stage)) found.push(`${stage} is not a stage`);
  if (path.split('/').some((name) => emptyNames.test(name))) found.push('its name says nothing');
  if (isTest) return found;
  if (text.split('\n').length > 400) found.push('it is too long');
  for (const [, specifier = ''] of text.matchAll(/(?<![/\w])(?:from|import)\s*\(?\s*'([^'\n]+)'/g))
    found.push(...aboutImport(specifier, path));
  // SQL stands in files, where it can be read, tried and counted; a few words that steer a transaction do not.
  if (stage !== 'database' && /\.query\(\s*['"`]/.test(text)) found.push('has SQL in it');
  return found;
}

function aboutImport(specifier: string, path: string): readonly string[] {
  const stage = stageOf(path);
  if (specifier.startsWith('node:')) return [];
  if (specifier.startsWith('.')) {
    const to = posix.join(posix.dirname(path), specifier);
    if (to.startsWith('../')) return [`imports ${to}, which is not shipped`];
    return stages.indexOf(stageOf(to)) > stages.indexOf(stage) ? [`imports ${to}, a later stage`] : [];
  }
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  return packagesOf[stage]?.includes(name) === true
    ? []
    : [`imports ${name}, which is not listed for ${stage}`];
}

function stageOf(path: string): string {
  return path.replace(/\/.*$|(?:\.test)?\.ts$/, '');
}

const paths = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));

test('the sources keep the architecture', () => {
  expect(paths.length).toBeGreaterThan(20);
  const found = paths.flatMap((path) =>
    complaints(path, readFileSync(join(src, path), 'utf8')).map((what) => `${path}: ${what}`),
  );
  expect(found).toEqual([]);
});

describe('what it would complain about', () => {
  test.each([
    ['plugins/a.ts', '', 'plugins is not a stage'],
    ['identity/a.ts', "import { x } from '../approval/b.ts';", 'imports approval/b.ts, a later stage'],
    ['identity/a.ts', "import pg from 'pg';", 'imports pg, which is not listed for identity'],
    ['identity/a.ts', "on.query('select 1')", 'has SQL in it'],
    ['identity/utils.ts', '', 'its name says nothing'],
    [
      'identity/a.ts',
      "import { x } from '../../test/harness.ts';",
      'imports ../test/harness.ts, which is not shipped',
    ],
    ['identity/a.ts', '\n'.repeat(401), 'it is too long'],
  ])('%s', (path, text, what) => {
    expect(complaints(path, text)).toEqual([what]);
  });

  test('an address is no import', () => {
    expect(complaints('identity/a.ts', "path: '/api/import', says: 'x'")).toEqual([]);
  });
});

test('every query has a file of its own, with one statement, that some source names', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.sql'),
  );
  const texts = paths.map((path) => readFileSync(join(src, path), 'utf8')).join('\n');
  for (const file of files) {
    const text = readFileSync(join(src, file), 'utf8');
    expect([file, text.replaceAll(/'[^']*'/g, '').includes(';')]).toEqual([file, false]);
    expect([file, texts.includes(`'${posix.basename(file)}'`)]).toEqual([file, true]);
  }
});

test('the page about the server names every folder', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/server.md'), 'utf8');
  const folders = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => !page.includes(`| \`${name}/\` |`))).toEqual([]);
});
