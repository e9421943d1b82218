import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { digestOfMod } from './mod-digest.ts';
import { permissionUses, usesIn } from './mod-events.ts';
import { changeTrustedMods, isTrustedMod, readTrustedMods } from './trusted-mods.ts';

let home: string;
let root: string;
let state: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'permesso-mods-'));
  root = join(home, 'mod');
  state = join(home, 'state');
  mkdirSync(join(root, 'hooks'), { recursive: true });
  writeFileSync(join(root, 'hooks/register.js'), 'export const register = () => {};\n');
  writeFileSync(join(root, 'hooks/hooks.json'), '{"modules":["./register.js"]}');
});

afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));

function digest(): string {
  const found = digestOfMod(root);
  if ('unreadable' in found) throw new Error(found.unreadable);
  return found.digest;
}

describe('the digest of a mod', () => {
  test('is of its content, not of where it lies', () => {
    const before = digest();
    renameSync(root, join(home, 'elsewhere'));
    root = join(home, 'elsewhere');
    expect(digest()).toBe(before);
  });

  test.each<readonly [string, () => void]>([
    ['a byte', () => writeFileSync(join(root, 'hooks/register.js'), 'export const register = (on) => {};\n')],
    ['a new file', () => writeFileSync(join(root, 'hooks/more.js'), '')],
    ['a name', () => renameSync(join(root, 'hooks/register.js'), join(root, 'hooks/other.js'))],
    ['a folder', () => renameSync(join(root, 'hooks'), join(root, 'hook'))],
    ['a hidden file', () => writeFileSync(join(root, '.more.js'), 'x')],
  ])('changes with %s', (_what, change) => {
    const before = digest();
    change();
    expect(digest()).not.toBe(before);
  });

  test('two files cannot be told as one', () => {
    writeFileSync(join(root, 'a'), 'x1:b1:y');
    const one = digest();
    writeFileSync(join(root, 'a'), 'x');
    writeFileSync(join(root, 'b'), 'y');
    expect(digest()).not.toBe(one);
  });

  test('there is none where a link leads elsewhere, or nothing is there', () => {
    symlinkSync('/etc/hostname', join(root, 'hooks/link.js'));
    expect(digestOfMod(root)).toHaveProperty('unreadable');
    expect(digestOfMod(join(home, 'nothing'))).toHaveProperty('unreadable');
  });
});

describe('trusted mods', () => {
  const name = 'status';
  const trust = (): Promise<void> =>
    changeTrustedMods(state, (mods) => [...mods, { name, digest: digest(), at: 'now' }]);

  test('name and content count, both', async () => {
    expect(isTrustedMod({ name, root }, state)).toBe(false);
    await trust();
    expect(isTrustedMod({ name, root }, state)).toBe(true);
    expect(isTrustedMod({ name: 'other', root }, state)).toBe(false);
    writeFileSync(join(root, 'hooks/register.js'), '// changed\n');
    expect(isTrustedMod({ name, root }, state)).toBe(false);
  });

  test.each<readonly [string, (file: string) => void]>([
    ['is damaged', (file) => writeFileSync(file, '{')],
    ['has another shape', (file) => writeFileSync(file, '{"version":1,"mods":[{"name":"status"}]}')],
    ['can be written by others', (file) => chmodSync(file, 0o666)],
  ])('a list that %s trusts nothing, and says so', async (_what, break_) => {
    await trust();
    break_(join(state, 'trusted-mods.json'));
    expect(isTrustedMod({ name, root }, state)).toBe(false);
    expect(readTrustedMods(state).problem).toMatch(/trusted-mods\.json: no mod is trusted/);
    await expect(trust()).rejects.toThrow(/no mod is trusted/);
  });
});

describe('what a mod uses', () => {
  test.each([
    '*',
    '!ui.render',
    'tool.*',
    'tool.call',
    'tool.check',
    'tool.register',
    'classic.*',
    'classic.PreToolUse',
    'classic.PermissionRequest',
    'classic.Elicitation',
    'classic.SessionStart',
    'engine.create',
    'process.run',
    'process.spawn',
    'plugin.register',
    'settings.read',
    'config.set',
    'env.get',
    'fs.read',
    'http.fetch',
    'mcp.call',
    'something.new',
    'ui',
    'ui.render.tool.call extra',
  ])('%s may decide about a call', (event) => {
    expect(permissionUses({ events: [event], calls: [] })).toEqual([event]);
  });

  test.each([
    'ui.render',
    'ui.*',
    'prompt.submit',
    'session.start',
    'turn.step',
    'command.run',
    'tool.describe',
  ])('%s does not', (event) =>
    expect(permissionUses({ events: [event], calls: ['ui.toast', 'process.run'] })).toEqual([]),
  );

  test('changing the environment or the settings does', () => {
    expect(permissionUses({ events: [], calls: ['env.set', 'config.set', 'env.get'] })).toEqual([
      '$.env.set',
      '$.config.set',
    ]);
  });

  test('is read from its source', () => {
    const source = `export const register = (on) => {
      on('ui.render', draw); on ( "tool.check", { tool: 'Bash' }, async ($, e) => { await $.fs.read('x'); return $.env.set('A', 'b'); });
      on(\`tool.check\`, other); icon('not.this');
    }`;
    expect(usesIn(source)).toEqual({ events: ['ui.render', 'tool.check'], calls: ['fs.read', 'env.set'] });
  });
});
