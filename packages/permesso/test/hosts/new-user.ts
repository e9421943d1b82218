import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { check } from '../../src/cli/commands/check.ts';
import type { Command } from '../../src/cli/command.ts';
import { doctor, doctorWith } from '../../src/cli/commands/doctor.ts';
import { init, initWith, type Person } from '../../src/cli/commands/init.ts';
import { runCommandLine } from '../../src/cli/run-command.ts';
import { scan } from '../../src/cli/commands/scan.ts';
import { trust } from '../../src/cli/commands/trust.ts';
import { uninstall } from '../../src/cli/commands/uninstall.ts';
import type { Programs } from '../../src/install/installer.ts';
import { thisInstallation } from '../../src/install/programs.ts';

/** Somebody who has used three agents for a while, and never knew us. */
export interface NewUser {
  readonly home: string;
  readonly project: string;
  readonly read: (path: string) => string;
  readonly write: (path: string, text: string, mode?: number) => void;
  readonly run: (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Ran>;
  /** Every file, link and folder with its mode and content. */
  readonly tree: () => Readonly<Record<string, string>>;
  readonly remove: () => void;
}

export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Settings in the shapes in which people really have them. */
const claudeSettings = `{
  // Sandra's settings; do not sort
  "$schema": "https://json.schemastore.org/claude-code-settings.json",
  "model": "opus", // the big one
  "env": { "ANALYTICS_TOKEN": "ghp_0123456789abcdefghijABCDEFGHIJ012345" },
  "permissions": {
    "allow": [
      "Bash(npm run test:*)",
      "Bash(git status)", "Bash(git status)",
      "Read(src/**)",
      "WebFetch(domain:docs.example.com)",
    ],
    "ask": ["Bash(git push:*)"],
    "deny": [
      "Read(./.env)", // secrets
    ],
  },
  "hooks": {
    "PostToolUse": [{ "matcher": "Edit", "hooks": [{ "type": "command", "command": "npm run format" }] }],
  },
  "somethingNobodyKnows": { "a": [1, 2, 3] },
}
`;

const geminiSettings =
  '\uFEFF{\r\n\t"theme": "Dracula", // dark\r\n\t"general": { "vimMode": true },\r\n\t"hooks": {}\r\n}';

const geminiPolicy = `# ours
[[rule]]
toolName = "run_shell_command"
commandPrefix = "git push --force"
decision = "deny"
priority = 500
`;

const codexConfig = `model = "gpt-5.5" # as of July
approval_policy = "on-request"

[projects."/home/sandra/shop"]
trust_level = "trusted"`;

const codexRules = `prefix_rule(pattern = ["npm", ["test", "run"]], decision = "allow")
prefix_rule(pattern = ["rm"], decision = "prompt")
`;

function takesCwd(commands: readonly Command[], args: readonly string[]): boolean {
  if (args.includes('--cwd')) return false;
  return commands.find(({ name }) => name === args[0])?.options.some(({ name }) => name === 'cwd') ?? false;
}

/** In this process: a new one for each command would take seconds on a busy machine. */
async function inEnvironment<T>(env: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> {
  const before = { ...process.env };
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

export function newUser(installation?: (home: string) => Programs, person?: Person): NewUser {
  const home = mkdtempSync('/tmp/p');
  const project = join(home, 'shop');
  const programs = installation?.(home);
  const commands =
    programs === undefined
      ? [
          person === undefined ? init : initWith(thisInstallation, person),
          doctor,
          scan,
          uninstall,
          check,
          trust,
        ]
      : [initWith(() => programs), doctorWith(() => programs), scan, uninstall, check, trust];
  const write: NewUser['write'] = (path, text, mode = 0o644) => {
    const file = join(home, path);
    mkdirSync(dirname(file), { recursive: true });
    rmSync(file, { force: true });
    writeFileSync(file, text);
    chmodSync(file, mode);
  };
  mkdirSync(join(project, '.git'), { recursive: true });
  write('dotfiles/claude/settings.json', claudeSettings, 0o640);
  mkdirSync(join(home, '.claude'));
  symlinkSync('../dotfiles/claude/settings.json', join(home, '.claude/settings.json'));
  write('.gemini/settings.json', geminiSettings, 0o444);
  write('.gemini/policies/team.toml', geminiPolicy);
  write('.codex/config.toml', codexConfig, 0o600);
  write('.codex/rules/default.rules', codexRules);
  return {
    home,
    project,
    write,
    read: (path) => readFileSync(join(home, path), 'utf8'),
    run: (args, env = {}) =>
      inEnvironment({ HOME: home, PATH: '/usr/bin:/bin', ...env }, async () => {
        const said = { stdout: '', stderr: '' };
        const status = await runCommandLine(
          [...args, ...(takesCwd(commands, args) ? ['--cwd', project] : [])],
          commands,
          {
            print: (text) => (said.stdout += `${text}\n`),
            complain: (text) => (said.stderr += `${text}\n`),
            width: 80,
          },
        );
        return { status, ...said };
      }),
    tree: () => Object.fromEntries(below(home, '')),
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 20 }),
  };
}

function below(folder: string, name: string): readonly (readonly [string, string])[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((each) => {
      const path = join(folder, each);
      const shown = join(name, each);
      const found = lstatSync(path);
      const mode = (found.mode & 0o7777).toString(8);
      if (found.isSymbolicLink()) return [[shown, `link to ${readlinkSync(path)}`]];
      if (found.isDirectory()) return [[shown, `folder ${mode}`], ...below(path, shown)];
      const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
      return [[shown, `file ${mode} ${digest}`]];
    });
}

/** Answers like `codex app-server`, with a hash of its own making. A stand-in: the real one runs in the host tests. */
export function playedCodex(user: NewUser): string {
  user.write(
    'bin/codex',
    `#!${process.execPath}
const { readFileSync } = require('node:fs');
const { createInterface } = require('node:readline');
const { createHash } = require('node:crypto');
const file = process.env.CODEX_HOME + '/hooks.json';
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (method === 'initialize') console.log(JSON.stringify({ id, result: {} }));
  if (method !== 'hooks/list') return;
  const hooks = JSON.parse(readFileSync(file, 'utf8')).hooks.PreToolUse.map((group, at) => ({
    key: file + ':pre_tool_use:' + at + ':0',
    command: group.hooks[0].command,
    currentHash: 'sha256:' + createHash('sha256').update(JSON.stringify(group)).digest('hex'),
  }));
  console.log(JSON.stringify({ id, result: { data: [{ hooks }] } }));
});
`,
    0o755,
  );
  return `${join(user.home, 'bin')}:/usr/bin:/bin`;
}

/**
 * A program that talks to its model and to its hooks as Claude Code does. `deaf`: it does not run hooks. `lame`: it runs
 * no tool at all. `mute`: it ends without asking its model.
 */
export function playedClaude(user: NewUser, manner: 'obeys' | 'deaf' | 'lame' | 'mute' | 'modded'): string {
  user.write(
    'bin/claude',
    `#!${process.execPath}
const { existsSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { spawnSync } = require('node:child_process');
const settings = JSON.parse(readFileSync(process.env.CLAUDE_CONFIG_DIR + '/settings.json', 'utf8'));
writeFileSync(${JSON.stringify(join(user.home, 'seen.json'))}, JSON.stringify({ env: process.env, settings, skills: readdirSync(process.env.CLAUDE_CONFIG_DIR + '/skills') }));
const manner = ${JSON.stringify(manner)};
const messages = [{ role: 'user', content: 'go' }];
function use({ id, name, input }) {
  const payload = { hook_event_name: 'PreToolUse', transcript_path: '/home/me/.claude/projects/-app/s.jsonl', session_id: 's', cwd: process.cwd(), tool_name: name, tool_input: input };
  const isModded = manner === 'modded' && existsSync('.claude/skills/canary-first/hooks/register.js');
  for (const group of manner === 'deaf' || isModded ? [] : settings.hooks.PreToolUse) {
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', group.hooks[0].command], { input: JSON.stringify(payload), encoding: 'utf8' });
    const said = status === 0 && stdout ? JSON.parse(stdout).hookSpecificOutput : { permissionDecision: 'deny', permissionDecisionReason: stderr };
    if (said.permissionDecision !== 'allow') return said.permissionDecisionReason;
  }
  if (manner === 'lame') return 'no shell here';
  writeFileSync(input.command.split(' ')[1], '');
  return 'done';
}
(async () => {
  for (let turn = 0; manner !== 'mute' && turn < 5; turn += 1) {
    const answer = await (await fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages', {
      method: 'POST',
      body: JSON.stringify({ model: 'm', messages, tools: [{ name: 'Bash', input_schema: {} }] }),
    })).json();
    const calls = answer.content.filter(({ type }) => type === 'tool_use');
    if (calls.length === 0) return;
    messages.push({ role: 'assistant', content: answer.content });
    messages.push({ role: 'user', content: calls.map((call) => ({ type: 'tool_result', tool_use_id: call.id, content: use(call) })) });
  }
})();
`,
    0o755,
  );
  user.write('seen.json', '{}');
  return `${join(user.home, 'bin')}:/usr/bin:/bin`;
}
