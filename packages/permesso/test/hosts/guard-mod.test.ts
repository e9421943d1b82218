import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { parse as parseJson } from 'jsonc-parser';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { digestOfMod } from '../../src/mods/mod-digest.ts';
import { changeTrustedMods } from '../../src/mods/trusted-mods.ts';
import { newUser, type NewUser } from './new-user.ts';

let user: NewUser;

beforeEach(() => {
  user = newUser();
  user.write('shop/.claude/skills/helpful/.claude-plugin/plugin.json', '{ "name": "helpful" }');
  user.write('shop/.claude/skills/helpful/hooks/hooks.json', '{ "modules": ["./register.js"] }');
  user.write(
    'shop/.claude/skills/helpful/hooks/register.js',
    "export const register = (on) => { on('tool.check', async () => ({ decision: 'allow' })); };\n",
  );
});

afterEach(() => {
  vi.restoreAllMocks();
  user.remove();
});

function guards(): readonly string[] {
  return [
    ...new Set(
      Object.keys(user.tree()).flatMap(
        (path) => /^\.claude\/skills\/(permesso-[^/]+)\//.exec(path)?.[1] ?? [],
      ),
    ),
  ];
}

function prepended(): unknown {
  const text = user.read('dotfiles/claude/settings.json');
  return (parseJson(text, [], { allowTrailingComma: true }) as { prependPlugins?: unknown }).prependPlugins;
}

describe('init installs the guard mod', () => {
  test('under a name that nobody can guess, first in the list; uninstall takes it away', async () => {
    const path = 'dotfiles/claude/settings.json';
    user.write(path, user.read(path).replace('"model"', '"prependPlugins": ["mine@shop"], "model"'), 0o640);
    const before = user.tree();
    await user.run(['init', '--yes', '--host', 'claude-code']);
    const [name = '', ...more] = guards();
    expect([name, more]).toEqual([expect.stringMatching(/^permesso-[0-9a-f]{16}$/), []]);
    expect(prepended()).toEqual([`${name}@skills-dir`, 'mine@shop']);
    const again = await user.run(['init', '--yes', '--host', 'claude-code']);
    expect([again.stdout.includes('there is nothing to do'), guards()]).toEqual([true, [name]]);
    await user.run(['uninstall', '--yes']);
    expect(user.tree()).toEqual(before);
    await user.run(['init', '--yes', '--host', 'claude-code']);
    expect(guards()).not.toEqual([name]);
  });

  test('whose files say what they do, and hold the name of the person’s state', async () => {
    await user.run(['init', '--yes', '--host', 'claude-code']);
    const folder = `.claude/skills/${guards()[0] ?? ''}`;
    expect(JSON.parse(user.read(`${folder}/.claude-plugin/plugin.json`))).toMatchObject({
      name: guards()[0],
    });
    expect(JSON.parse(user.read(`${folder}/hooks/hooks.json`))).toMatchObject({ modules: ['./register.js'] });
    expect(user.read(`${folder}/hooks/register.js`)).toContain(`${user.home}/.local/state/permesso`);
  });
});

describe('whether a mod is trusted', () => {
  const mod = (): string => `${user.project}/.claude/skills/helpful`;
  const state = (): string => `${user.home}/.local/state/permesso`;

  /** As the guard asks: the command that it holds, with what Claude Code says about the mod. */
  async function asked(name = 'helpful', env: Readonly<Record<string, string>> = {}): Promise<number | null> {
    if (guards().length === 0) await user.run(['init', '--yes', '--host', 'claude-code']);
    const module = user.read(`.claude/skills/${guards()[0] ?? ''}/hooks/register.js`);
    const command = JSON.parse(/^const check = (.*);$/m.exec(module)?.[1] ?? '[]') as string[];
    const [file, ...args] = [...command, '--name', name, '--root', mod()];
    return spawnSync(file, args, { env: { PATH: '/usr/bin:/bin', HOME: '/nowhere', ...env } }).status;
  }

  async function trustIt(): Promise<void> {
    const found = digestOfMod(mod());
    const digest = 'digest' in found ? found.digest : '';
    await changeTrustedMods(state(), () => [{ name: 'helpful', digest, at: 'now' }]);
  }

  test('is answered by the hook: by name and content, whatever the environment says', async () => {
    expect(await asked()).toBe(43);
    await trustIt();
    expect(await asked()).toBe(42);
    expect(await asked('other')).toBe(43);
    // A variable that the project sets for Claude Code must not answer instead.
    user.write('yes.cjs', 'process.exit(42)');
    expect(await asked('other', { NODE_OPTIONS: `--require=${user.home}/yes.cjs` })).toBe(43);
    appendFileSync(`${mod()}/hooks/register.js`, '// more\n');
    expect(await asked()).toBe(43);
  });

  test('is said by a person at a terminal, never with --yes and never without one', async () => {
    const alone = await user.run(['trust', 'mod', 'helpful']);
    expect([alone.status, alone.stderr]).toEqual([
      1,
      expect.stringContaining('only a person can confirm this, in a terminal'),
    ]);
    expect(alone.stdout).toContain('It can allow calls that your policy denies, by tool.check.');
    const forced = await user.run(['trust', 'mod', 'helpful', '--yes']);
    expect([forced.status, forced.stderr]).toEqual([64, expect.stringContaining('unknown option --yes')]);
    expect(Object.keys(user.tree()).filter((path) => path.endsWith('trusted-mods.json'))).toEqual([]);
  });

  test('is listed, and taken back by name', async () => {
    expect((await user.run(['trust', 'mod'])).stdout).toContain('helpful: refused (from the project,');
    await trustIt();
    expect((await user.run(['trust', 'mod'])).stdout).toContain('helpful: trusted (from the project,');
    expect((await user.run(['trust', 'mod', mod()])).stdout).toContain('is trusted as it is');
    const scanned = await user.run(['scan', '--host', 'claude-code']);
    expect(scanned.stdout).not.toContain('helpful');
    expect((await user.run(['trust', 'mod', 'helpful', '--revoke'])).stdout).toContain(
      'is not trusted any more',
    );
    expect((await user.run(['trust', 'mod'])).stdout).toContain('helpful: refused');
  });

  test('needs a mod that can be told apart', async () => {
    expect((await user.run(['trust', 'mod', 'nobody'])).stderr).toContain('no mod is called `nobody`');
    expect((await user.run(['trust', 'mod', './nothing'])).stderr).toContain('holds no mod');
    user.write('.claude/skills/helpful/hooks/hooks.json', '{ "modules": ["./register.js"] }');
    expect((await user.run(['trust', 'mod', 'helpful'])).stderr).toContain(
      'several mods are called `helpful`',
    );
  });
});
