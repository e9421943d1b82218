import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parsePolicyFile } from '@permesso/engine/text';
import { exportPolicy } from './export.ts';
import { importPolicy } from './import.ts';
import { runCommandLine } from '../run-command.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'permesso-import-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, maxRetries: 20 });
});

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(...argv: readonly string[]): Promise<Ran> {
  return await answered(undefined, argv);
}

/** Somebody who lets the rules be written, and imports nothing that allows anything. */
async function confirmed(...argv: readonly string[]): Promise<Ran> {
  return await answered((question) => (question.includes('Import this?') ? 'n' : 'y'), argv);
}

/** Without an answer nobody is at the terminal. */
async function answered(
  answer: ((question: string) => string) | undefined,
  argv: readonly string[],
): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommandLine([...argv, '--cwd', folder], [importPolicy, exportPolicy], {
    print: (text) => out.push(text),
    complain: (text) => err.push(text),
    ask: (question) => Promise.resolve(answer?.(question)),
    width: 80,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

function source(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const settings =
  '{"permissions": {"allow": ["Bash(make:*)"], "deny": ["Bash(a | b)"], "defaultMode": "default"}}';

it('prints a policy file with the report as comments, no wider than the terminal', async () => {
  const { code, out } = await run('import', 'claude', source('settings.json', settings));
  expect(code).toBe(1);
  expect(out).toContain('# for the project policy: 1 stricter, 0 not carried');
  expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(parsePolicyFile(out, { file: 'policy.yaml' }).problems).toEqual([]);
});

it('says whose policy a file is by its name', async () => {
  const { out } = await run('import', 'claude', source('settings.local.json', settings));
  expect(out).toContain('# for the local policy');
});

it('gives layers and losses as JSON', async () => {
  const { out } = await run('import', 'claude', source('settings.json', settings), '--json');
  expect(JSON.parse(out)).toMatchObject([
    {
      policy: { layer: 'project', allow: [{ rule: 'Bash(make:*)', agents: ['claude-code'] }] },
      losses: [{ effect: 'stricter', at: { line: 1 } }],
    },
  ]);
});

it('writes a new policy whole, and into one that is there beside its rules and comments', async () => {
  await confirmed('import', 'claude', source('settings.json', settings), '--write');
  const file = join(folder, '.permesso/policy.yaml');
  writeFileSync(file, `# ours\n${readFileSync(file, 'utf8')}`);
  const cursor = '{"permissions": {"allow": ["Shell(ls)"], "deny": ["Shell(rm)"]}}';
  const { err } = await confirmed('import', 'cursor', source('cli.json', cursor), '--write');
  expect(err).toContain('beside what was there');
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('# ours');
  const { layer, groups, useLimits } = parsePolicyFile(text, { file });
  expect(layer).toMatchObject({ mode: 'default', allow: [{ rule: 'Bash(ls:*)', agents: ['cursor'] }] });
  expect(groups.get('from-claude-code')?.allow).toEqual(['Bash(make:*)']);
  expect(useLimits).toEqual([{ agents: ['claude-code'] }]);
  expect(parsePolicyFile(text, { file }).layer.deny).toContain('Bash(rm:*)');
});

it('leaves out what would allow anything or loosen every agent, and says so', async () => {
  const loose =
    '{"permissions": {"allow": ["Bash(*)", "Bash(python3:*)", "Edit(docs/**)"], "defaultMode": "bypassPermissions", "additionalDirectories": ["/srv"]}}';
  const { out, code } = await confirmed('import', 'claude', source('settings.json', loose), '--write');
  expect(code).toBe(1);
  for (const said of ['allow: Bash\n', 'allow: Bash(python3:*)', 'mode: bypass', 'further directory: /srv'])
    expect(out).toContain(`# + ${said}`);
  const text = readFileSync(join(folder, '.permesso/policy.yaml'), 'utf8');
  expect(text).not.toMatch(/python3|mode:|\/srv|- Bash$/m);
  expect(text).toContain('- Edit(docs/**)');
});

it('is for whom --for says', async () => {
  const file = source('settings.json', settings);
  expect((await run('import', 'claude', file, '--for', 'codex')).out).toContain('- name: from-codex');
  const { out } = await run('import', 'claude', file, '--for', 'all', '--json');
  expect(JSON.parse(out)).toMatchObject([{ policy: { allow: ['Bash(make:*)'] } }]);
  const vscode = source('vscode.json', '{"chat.tools.terminal.autoApprove": {"cargo": true, "rm": false}}');
  const nobodys = await run('import', 'vscode', vscode);
  expect(nobodys.out).toContain('--for AGENT');
  expect(nobodys.out).not.toMatch(/^ +- Bash\(cargo/m);
  expect(nobodys.out).toContain('rm');
  expect((await run('import', 'vscode', vscode, '--for', 'copilot-cli')).out).toMatch(/^ +- Bash\(cargo/m);
});

it('writes nothing when a file cannot be read', async () => {
  const bad = await run('import', 'claude', source('settings.json', '{'), '--write');
  expect(bad.code).toBe(2);
  expect(bad.err).toContain('settings.json:1: not JSON');
  expect(() => readFileSync(join(folder, '.permesso/policy.yaml'))).toThrow('ENOENT');
});

it('without a person at the terminal it writes what denies, and nothing that allows', async () => {
  const { code, err } = await run('import', 'claude', source('settings.json', settings), '--write');
  expect([code, err]).toEqual([2, expect.stringContaining('only a person')]);
  expect(() => readFileSync(join(folder, '.permesso/policy.yaml'))).toThrow('ENOENT');
  const denies = source('denies.json', '{"permissions": {"deny": ["Bash(rm:*)"]}}');
  expect((await run('import', 'claude', denies, '--write', '--to', 'project')).code).toBe(0);
  expect(readFileSync(join(folder, '.permesso/policy.yaml'), 'utf8')).toContain('Bash(rm:*)');
});

it('hands on a profile whole, comments and tests too', async () => {
  const policy =
    '# why we are strict\ndeny:\n  - Bash(git push:*)\ntests:\n  - call: Bash(git push)\n    expect: deny\n';
  await run('import', 'profile', source('team.profile.yaml', `profile: "team"\n${policy}`), '--write');
  expect(readFileSync(join(folder, '.permesso/policy.yaml'), 'utf8')).toBe(policy);
  const { out, code } = await run('export', 'profile', '--name', 'again');
  expect([code, out]).toEqual([0, `profile: "again"\n${policy.trimEnd()}`]);
});

it('exports the text to one stream and the report to the other', async () => {
  const { code, out, err } = await run(
    'export',
    'codex',
    '--no-files',
    '--deny',
    'Bash(git push:*)',
    '--deny',
    'Read(.env)',
  );
  expect(code).toBe(1);
  expect(out).toBe('prefix_rule(pattern = ["git","push"], decision = "forbidden")');
  expect(err).toContain('- deny: Read(.env)');
});

it.each([
  [['import', 'nothing', 'x'], 'there is no format `nothing`'],
  [['import', 'claude'], 'which file?'],
  [['import', 'claude', '/nowhere/x.json'], 'ENOENT'],
  [['export'], 'which format?'],
  [['export', 'profile'], 'a profile needs a --name'],
])('%j is wrong use', async (argv, message) => {
  const { code, err } = await run(...argv);
  expect([code, err]).toEqual([64, expect.stringContaining(message)]);
});
