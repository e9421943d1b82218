import { afterEach, beforeEach, expect, test } from 'vitest';
import { newUser, type NewUser } from './new-user.ts';

let user: NewUser;

beforeEach(() => {
  user = newUser();
});

afterEach(() => user.remove());

interface Found {
  readonly about: string;
  readonly level: string;
  readonly what: string;
  readonly file: string;
  readonly line?: number;
  readonly mend: string;
}

async function scan(host: string): Promise<{ readonly status: number; readonly findings: readonly Found[] }> {
  const { status, stdout } = await user.run(['scan', '--json', '--host', host]);
  const { hosts } = JSON.parse(stdout) as { hosts: readonly { findings: readonly Found[] }[] };
  return { status, findings: hosts.flatMap(({ findings }) => findings) };
}

/** Each with a file of a home or a project, and what must be found in it: about what, on which line. */
const examples: readonly (readonly [host: string, path: string, text: string, found: readonly string[]])[] = [
  [
    'claude-code',
    'shop/.claude/settings.json',
    `{
  "permissions": {
    "defaultMode": "bypassPermissions",
    "allow": [
      "Bash(*)",
      "Bash(python:*)",
      "Write(src/**)",
      "Bash(npm test)"
    ]
  },
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "./guard.py" }] },
      { "matcher": "Edit", "hooks": [{ "type": "command", "command": "x", "onFailure": "block" }] }
    ]
  }
}
`,
    ['bypass 3', 'blanket-allow 5', 'blanket-allow 6', 'dead-rule 7', 'open-hook 13'],
  ],
  [
    'claude-code',
    'shop/.claude/settings.local.json',
    '{\n  "permissions": { "allow": [\n    "Bash(curl -H \'Authorization: Bearer ghp_0123456789abcdefghijABCDEFGHIJ012345\' https://x.test)"\n  ] }\n}\n',
    ['secret 3'],
  ],
  [
    'claude-code',
    'shop/.claude/settings.json',
    '{ "permissions": { "deny": [\n  "Write(.env)",\n  "bash(rm:*)",\n  "Read(.env)"] } }',
    ['dead-rule 2', 'dead-rule 3'],
  ],
  [
    'opencode',
    'shop/opencode.json',
    '{ "permission": { "bash": {\n  "rm *": "deny",\n  "*": "ask" } } }',
    ['dead-rule 2'],
  ],
  ['claude-code', 'shop/.claude/settings.json', '{ "disableAllHooks": true }', ['hooks-off 1']],
  ['claude-code', 'shop/.claude/settings.json', '{\n  "a": \n}', ['unreadable 3']],
  [
    'claude-code',
    '.zshrc',
    '# alias claude="claude --dangerously-skip-permissions"\nalias cc="claude --dangerously-skip-permissions"\n',
    ['bypass 2'],
  ],
  [
    'codex',
    '.codex/config.toml',
    'approval_policy = "never"\nsandbox_mode = "danger-full-access"\n[profiles.fast]\nsandbox_mode = "danger-full-access"\n',
    ['bypass 1', 'bypass 2', 'bypass 4'],
  ],
  [
    'codex',
    '.codex/rules/default.rules',
    'prefix_rule(pattern = ["git", "status"], decision = "allow")\nprefix_rule(\n  pattern = ["bash"],\n  decision = "allow",\n)\n',
    ['blanket-allow 2'],
  ],
  [
    'codex',
    '.codex/hooks.json',
    '{ "hooks": { "PreToolUse": [\n  { "matcher": ".*", "hooks": [\n    { "type": "command", "command": "guard" }] }] } }',
    ['untrusted 3', 'open-hook 2'],
  ],
  [
    'gemini-cli',
    '.gemini/policies/team.toml',
    '[[rule]]\ntoolName = "read_file"\ndecision = "allow"\npriority = 1\n\n[[rule]]\ntoolName = "run_shell_command"\ndecision = "allow"\npriority = 1\n',
    ['blanket-allow 6'],
  ],
  [
    'gemini-cli',
    'shop/.gemini/settings.json',
    '{ "tools": {\n  "allowed": ["run_shell_command"] } }',
    ['blanket-allow 2'],
  ],
  ['opencode', 'shop/opencode.json', '{\n  "permission": "allow"\n}', ['bypass 2']],
  ['opencode', 'shop/opencode.json', '{ "model": "x" }', ['bypass ']],
  [
    'opencode',
    'shop/opencode.json',
    '{ "permission": { "bash": {\n  "*": "allow" } } }',
    ['blanket-allow 2'],
  ],
  [
    'cursor',
    '.cursor/hooks.json',
    '{ "version": 1, "hooks": { "preToolUse": [\n  { "command": "a" },\n  { "command": "b", "failClosed": true }] } }',
    ['open-hook 2'],
  ],
];

test.each(examples)('%s: %s', async (host, path, text, found) => {
  user.write(path, text);
  const before = user.tree();
  const { findings, status } = await scan(host);
  const here = findings.filter(({ file }) => file === `${user.home}/${path}`);
  expect(here.map(({ about, line }) => `${about} ${line ?? ''}`).toSorted()).toEqual([...found].toSorted());
  expect(status).toBe(findings.some(({ level }) => level === 'danger') ? 2 : 1);
  expect(findings.every(({ mend }) => mend !== '')).toBe(true);
  expect(JSON.stringify(findings)).not.toContain('ghp_0123');
  expect(user.tree()).toEqual(before);
});

test('our own hooks and rules are no findings', async () => {
  await user.run(['init', '--yes']);
  const { findings } = await scan('gemini-cli');
  expect(findings).toEqual([]);
});

test('the same as text of 80 columns and as Markdown', async () => {
  user.write(
    'shop/.claude/settings.json',
    '{ "permissions": { "allow": ["Bash(*)", "Bash(a|b:*)", "Bash(sh -c:*)"] } }',
  );
  const { stdout } = await user.run(['scan']);
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(stdout).toContain('allows every command');
  const { stdout: markdown } = await user.run(['scan', '--markdown']);
  expect(markdown).toContain('| Claude Code | warning |');
  for (const row of markdown.split('\n').filter((line) => line.startsWith('| ')))
    expect(row.replaceAll(String.raw`\|`, '').split('|').length).toBe(7);
});
