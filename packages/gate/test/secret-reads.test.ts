import { expect, test } from 'vitest';
import type { ToolCall } from '@permesso/engine/call';
import { defineTool, describeMcp, protectedRows } from '@permesso/engine/facts';
import { createGate } from '../src/gate/gate.ts';
import { type Mode, modes } from '@permesso/engine/policy';
import { fixedWorld } from '@permesso/engine/world';

/** What is protected from reading is read-only in no mode. */
const promised: { readonly [M in Mode]: string } = {
  default: 'ask',
  acceptEdits: 'ask',
  explore: 'deny',
  bypass: 'allow',
  dontAsk: 'deny',
};

const world = fixedWorld();
const tools = [
  describeMcp({ tool: 'mcp__files__read', reads: ['$.path'], readOnly: true }),
  defineTool({
    name: 'peek',
    readOnly: true,
    touches: ({ path }) => [{ access: 'read', path: String(path) }],
  }),
];
const gates = modes.map(
  (mode) =>
    [
      mode,
      createGate({ policy: { allow: ['*', 'Read', 'Bash'] }, mode, tools, world: () => world }),
    ] as const,
);

function wrongVerdicts(calls: readonly ToolCall[]): readonly string[] {
  return calls.flatMap((call) =>
    gates.flatMap(([mode, gate]) => {
      const { verdict } = gate.explain(call).decision;
      return verdict === promised[mode] ? [] : [`${mode} ${JSON.stringify(call)}: ${verdict}`];
    }),
  );
}

const bash = (command: string): ToolCall => ({ tool: 'Bash', input: { command } });

const files = protectedRows
  .filter(({ from }) => from === 'read')
  .flatMap(({ paths }) => paths)
  .map((path) => path.replace(/^\*\*\//u, '/home/dev/').replaceAll('*', 'x'));

test('every file that is protected from reading, through every reader, in every mode', () => {
  const calls = files.flatMap((path): readonly ToolCall[] => [
    { tool: 'Read', input: { file_path: path } },
    { tool: 'mcp__files__read', input: { path } },
    { tool: 'peek', input: { path } },
    bash(`cat '${path}'`),
    bash(`head -5 < '${path}'`),
    bash(`while read l; do :; done < '${path}'`),
    bash(`F='${path}'; grep -n x "$F"`),
  ]);
  expect(wrongVerdicts(calls)).toEqual([]);
  expect(calls.length).toBeGreaterThan(700);
});

test('what prints the environment or a variable named like a secret', () => {
  const commands = [
    'env',
    'env | grep KEY',
    'printenv',
    "awk 'BEGIN { for (k in ENVIRON) print ENVIRON[k] }'",
    'jq -n env',
    "jq -n '$ENV.GITHUB_TOKEN'",
    'printenv GITHUB_TOKEN',
    'printenv "$NAME"',
    'export -p',
    'export',
    'set',
    'declare -x',
    'declare -p DATABASE_URL',
    'cat /proc/self/environ',
    'ps auxe',
    'echo $AWS_SECRET_ACCESS_KEY',
    'printf %s "${API_KEY:0:4}"',
    'cat <<< "$DB_PASSWORD"',
    'git show HEAD~3:config/.env',
    'git show :0:.env',
    'git log -L1,9:.env',
    "git diff -- '*.env'",
    `yq 'load(".env")' a.yaml`,
    'git log -p -- .env',
    'F=~/.ssh/id_rsa; cat "$F"',
    'cat ~/.aws/"$FILE"',
    'cat ~/.aws/$FILE',
    'cat ~/.claude.json',
  ];
  expect(wrongVerdicts(commands.map(bash))).toEqual([]);
});

test('what shows no secret stays quiet in every mode', async () => {
  const quiet = [
    'printenv PATH',
    `awk 'BEGIN { print ENVIRON["HOME"] }'`,
    'jq .env package.json',
    "git diff -- '*.ts'",
    'echo $HOME $PWD $USER',
    'echo "${GITHUB_TOKEN:+set}"',
    'echo ${#GITHUB_TOKEN}',
    '[ -z "$API_KEY" ] && echo missing',
    'TOKEN=abc; echo "$TOKEN"',
    'for KEY in a b; do echo "$KEY"; done',
    'echo "$MAX_TOKENS" "$SSH_AUTH_SOCK" "$OLDPWD"',
    'env ls',
    'set -euo pipefail; ls',
    'ps aux',
    'ps -e -o pid,etime',
    'cat .env.example',
    'ls -la .env ~/.ssh',
    'stat ~/.aws/credentials',
    'cat ~/.ssh/id_rsa.pub',
    'git log --oneline -- .env',
    'docker inspect web',
  ];
  for (const [mode, gate] of gates)
    expect([
      mode,
      quiet.filter((command) => gate.explain(bash(command)).decision.verdict !== 'allow'),
    ]).toEqual([mode, []]);
  const explore = createGate({ policy: [], mode: 'explore', world: () => world });
  // Names are no secrets.
  expect(
    (await explore.check({ tool: 'Glob', input: { pattern: '*', path: '/home/dev/.ssh' } })).verdict,
  ).toBe('allow');
});
