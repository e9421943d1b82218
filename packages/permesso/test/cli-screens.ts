import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compiled } from './compiled.ts';
import { builtCommandLine } from './built.ts';

/** One thing on the page: words, a file that is shown and written, or a command with what it prints. */
type Piece =
  | { readonly says: string }
  | { readonly file: string; readonly holds: string }
  /** Written but not shown. */
  | { readonly quietly: string; readonly holds: string }
  /** As it is by now. */
  | { readonly shows: string }
  /** With an answer, a person sits at its terminal. */
  | { readonly run: readonly string[]; readonly exit?: number; readonly answer?: string };

const policy = `# What agents may do in this project.
use: [no-home-secrets]
allow:
  - Read
  - Bash(npm run *)
ask:
  - rule: Bash(git push:*)
    message: Publishes your work.
deny:
  - rule: Read(**/.env*)
    guidance: Ask for the value you need instead of reading the file.
tests:
  - call: Bash(git push --force)
    expect: ask
    because: Bash(git push:*)
  - call: Bash(npm run build && git push)
    expect: ask
  - call: Bash(cat .env)
    expect: deny
`;

const messy = `allow:
  - Bash(npm run *)
  - Bash(npm run build:*)
  - Bash(git push:*)
  - Bash(python:*)
  - Bash(find * -delete)
  - Bash(git status)
  - WebFetch(domain:*.github.io)
  - mcp__github__get_issue(open)
  - Bash(git status)
  - rule: Bash(make release)
    expires: 2026-01-31
ask:
  - Bash(git push:*)
`;

const twice = `# Ours.
allow:
  - Bash(git status) # quick
  # Until the release:
  - rule: Bash(make release)
    expires: 2026-01-31
  - Read
  - Bash(git status)
`;

const loosened = policy
  .replace('  - Bash(npm run *)\n', '  - Bash(npm run *)\n  - Bash(npm publish:*)\n')
  .replace(/deny:\n.*\n.*\n/, '')
  .replace('use: [no-home-secrets]\n', 'use: [no-home-secrets]\nmode: acceptEdits\n');

const pieces: readonly Piece[] = [
  {
    says: `# The command line

Each command has \`--help\` with examples and exit codes, and \`--json\` for programs. The screens on this page show the real
output at 80 columns, in a project at \`/home/sandra/shop\`. \`node packages/permesso/test/cli-screens.ts --write\` generates
them, and a test compares them with the commands.`,
  },
  { run: ['lint', '--help'] },
  {
    says: `## A policy

The project's policy is \`.permesso/policy.yaml\`; a person's own is \`~/.config/permesso/policy.yaml\`.`,
  },
  { file: '.permesso/policy.yaml', holds: policy },
  {
    says: `## trust: accept what a repository allows

Restrictions from a repository take effect immediately. Its permissions have no effect until you trust them.`,
  },
  { run: ['check', 'npm run build'], exit: 1 },
  {
    says: 'Only a person at a terminal can trust them. Started by a script or an agent, the command only asks, and changes nothing:',
  },
  { run: ['trust'], exit: 1 },
  { says: 'At a terminal:' },
  { run: ['trust'], answer: 'y' },
  { run: ['check', 'npm run build'] },
  {
    says: `## check: would this call run?

Each part of a command line has its own verdict; the strictest one is the verdict of the call. The exit code is 0 for
allow, 1 for ask, 2 for deny.`,
  },
  { run: ['check', 'npm run build && git push'], exit: 1 },
  { run: ['check', '--mode', 'dontAsk', 'npm run build && make release'], exit: 2 },
  {
    says: `## explain: why?

\`explain\` lists every rule for every part, with the reason: \`yes\` matches, \`may\` means that part of the call is unknown, \`-\`
does not match. Rules are applied in this order: deny, ask, allow.`,
  },
  { run: ['explain', 'git push --force'], exit: 1 },
  {
    run: [
      'explain',
      '--no-files',
      '--deny',
      'Bash(rm:*)',
      '--allow',
      'Bash(find:*)',
      'find . -delete && $X a',
    ],
    exit: 1,
  },
  {
    says: `## rules: list, add and remove rules

Adding and removing rules preserves comments and order. A change that loosens the policy is confirmed on the terminal of the
command itself; started by a script or an agent, it only asks.`,
  },
  { run: ['rules', 'add', 'deny', 'Bash(npm publish:*)'] },
  { run: ['rules'] },
  { run: ['rules', 'add', 'allow', 'Bash(npm test:*)'], exit: 1 },
  {
    says: `## lint: rules that do not do what they seem to

\`shadowed\`, \`contradiction\`, \`duplicate\`, \`expired\`, \`impossible\` and \`never-counts\` are proven: removing the rule changes
no verdict. The other findings are warnings about how much a rule covers.`,
  },
  { file: 'messy.yaml', holds: messy },
  { run: ['lint', 'messy.yaml'], exit: 1 },
  { says: '`--fix` removes exact duplicates and expired rules, and nothing else.' },
  { quietly: 'twice.yaml', holds: twice },
  { run: ['lint', '--fix', 'twice.yaml'] },
  { shows: 'twice.yaml' },
  {
    says: `## test: test a policy

Put test cases under \`tests:\`, or in a \`*.test.yaml\` file next to the policy. \`because\` names the rule that must decide.`,
  },
  { run: ['test'] },
  {
    file: '.permesso/more.test.yaml',
    holds: `tests:
  - call: Bash(npm run deploy)
    expect: ask
`,
  },
  { run: ['test'], exit: 1 },
  {
    says: `## diff: what becomes looser

Use it in reviews. Every difference that could loosen the policy is listed with example calls, unless it provably cannot.
The exit code is 1 if something becomes looser or may become looser.`,
  },
  { quietly: 'new.yaml', holds: loosened },
  { run: ['diff', '.permesso/policy.yaml', 'new.yaml'], exit: 1 },
  { run: ['diff', 'new.yaml', '.permesso/policy.yaml'] },
  { says: '## freeze and thaw: stop everything, now' },
  { run: ['freeze', '--reason', 'deploy in progress'] },
  { run: ['check', 'ls'], exit: 2 },
  { run: ['thaw'], answer: 'y' },
];

/** As long as the directory that it stands for, so that lines break in the same places. */
const shownHome = '/home/sandra';

export function renderCli(): string {
  const home = mkdtempSync('/tmp/p');
  const project = join(home, 'shop');
  mkdirSync(join(project, '.git'), { recursive: true });
  try {
    return `${pieces.flatMap((piece) => render(piece, { home, project })).join('\n\n')}\n`;
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 20 });
  }
}

function render(piece: Piece, place: { home: string; project: string }): readonly string[] {
  if ('says' in piece) return [piece.says];
  if ('run' in piece) return [screen(piece.run, { ...place, exit: piece.exit ?? 0, answer: piece.answer })];
  if ('shows' in piece) return [yaml(piece.shows, readFileSync(join(place.project, piece.shows), 'utf8'))];
  const path = 'file' in piece ? piece.file : piece.quietly;
  const file = join(place.project, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, piece.holds);
  return 'file' in piece ? [yaml(path, piece.holds)] : [];
}

function yaml(path: string, text: string): string {
  return `\`\`\`yaml\n# ${path}\n${text}\`\`\``;
}

interface Run {
  readonly home: string;
  readonly project: string;
  readonly exit: number;
  readonly answer: string | undefined;
}

function screen(args: readonly string[], { home, project, exit, answer }: Run): string {
  const command = [process.execPath, '--no-warnings', builtCommandLine, ...args];
  // `script` makes a terminal, and types into it what it reads.
  const [program, ...words] =
    answer === undefined
      ? ['setsid', '-w', ...command]
      : ['script', '-qec', command.map(quote).join(' '), '/dev/null'];
  const ran = spawnSync(program ?? '', words, {
    cwd: project,
    encoding: 'utf8',
    ...(answer === undefined ? {} : { input: `${answer}\n` }),
    env: { ...compiled, HOME: home, PATH: process.env['PATH'], COLUMNS: '80', SHELL: '/bin/sh' },
  });
  const printed = typedAfterQuestion(`${ran.stdout}${ran.stderr}`, answer)
    .trimEnd()
    .replaceAll(home, shownHome);
  if (ran.status !== exit) throw new Error(`permesso ${args.join(' ')}: exit ${ran.status}\n${printed}`);
  const code = exit === 0 ? '' : `\n$ echo $?\n${exit}`;
  return `\`\`\`console\n$ permesso ${args.map(quote).join(' ')}\n${printed}${code}\n\`\`\``;
}

/** The terminal echoes the answer as soon as it is typed, which is before the question here; a person sees it behind. */
function typedAfterQuestion(printed: string, answer: string | undefined): string {
  const lines = printed.replaceAll('\r', '');
  if (answer === undefined) return lines;
  const unechoed = lines.startsWith(`${answer}\n`) ? lines.slice(answer.length + 1) : lines;
  return unechoed.replace(new RegExp(String.raw`\[y/N\] (?!${answer}\n)`, 'u'), `[y/N] ${answer}\n`);
}

function quote(text: string): string {
  return /^[\w./=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

const page: URL = new URL('../../../proof/cli-screens.md', import.meta.url);

if (process.argv.includes('--write')) writeFileSync(page, renderCli());

export function writtenCli(): string {
  return readFileSync(page, 'utf8');
}
