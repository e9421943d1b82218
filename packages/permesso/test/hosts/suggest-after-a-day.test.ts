import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { suggest } from '../../src/cli/commands/suggest.ts';
import { runCommandLine } from '../../src/cli/run-command.ts';
import { hookHosts } from '../../src/host-lists/hook-hosts.ts';
import { recordAfter } from '../../src/hook/record-after.ts';
import { findPlaces } from '@permesso/gate/disk';
import { answerHere } from './hook-in-process.ts';
import { machineWith, type Machine } from './hook-process.ts';

let machine: Machine;

beforeEach(() => {
  machine = machineWith('use: [balanced]\n');
  machine.write('app/package.json', '{ "name": "shop" }\n');
  machine.write('app/tsconfig.json', '{}\n');
  execFileSync('git', ['init', '--quiet', machine.project]);
});
afterEach(() => machine.remove());

/** A day in Claude Code: what its model wants, and whether the person let it run in the program's own prompt. */
const day: readonly (readonly [command: string, ran: boolean])[] = [
  ['git status', true],
  ['npx tsc --noEmit 2>&1 | head -30', true],
  ['npx tsc --noEmit', true],
  ['npx vitest run src/price.test.ts', true],
  ['docker compose up -d db', true],
  ['docker compose up -d cache', true],
  ['docker compose up -d --build web', true],
  ['npm version patch --no-git-tag-version', true],
  ['npm version minor --no-git-tag-version', true],
  ['npm version major --no-git-tag-version', true],
  ['git push origin main', false],
  ['git push origin main', false],
];

const claudeCode = hookHosts.get('claude-code');

async function worked(): Promise<number> {
  if (claudeCode === undefined) throw new Error('no host');
  let asked = 0;
  for (const [at, [command, ran]] of day.entries()) {
    const call = {
      session_id: 's',
      transcript_path: '/home/me/.claude/projects/-app/s.jsonl',
      cwd: machine.project,
      permission_mode: 'default',
      tool_name: 'Bash',
      tool_input: { command, description: `step ${at}` },
      tool_use_id: `call-${at}`,
    };
    const text = JSON.stringify({ ...call, hook_event_name: 'PreToolUse' });
    const { stdout } = await answerHere({ host: claudeCode, machine, text, ask: 'host', patience: 10_000 });
    if (stdout.includes('"permissionDecision":"ask"')) asked += 1;
    const after = { ...call, hook_event_name: 'PostToolUse', tool_response: { stdout: '' }, duration_ms: 5 };
    if (ran) recordAfter(JSON.stringify(after), claudeCode, { home: machine.home, env: {} });
  }
  return asked;
}

test('after a day of answers in the program itself, suggest has something to say, and nothing was granted', async () => {
  const asked = await worked();
  expect(asked).toBeGreaterThan(5);
  const { state } = findPlaces({ home: machine.home, env: {} });
  const printed: string[] = [];
  const policy = join(machine.home, '.config/permesso/policy.yaml');
  const words = [
    'suggest',
    '--log',
    join(state, 'log'),
    '--no-files',
    '--policy',
    policy,
    '--cwd',
    machine.project,
  ];
  const code = await runCommandLine(words, [suggest], {
    print: (text) => void printed.push(text),
    complain: (text) => void printed.push(text),
    width: 100,
  });
  const said = printed.join('\n');
  expect(said).toContain('as a policy:\nallow:\n  - "Bash(docker compose up:*) [serve]"\n');
  expect(said).toContain("3 of the approvals were given in the agent's own window");
  // Each with its reason, and what no rule is learnt about with the way to fewer of them.
  expect(said).toMatch(
    /not proposed:\n.*Bash\(npm version:\*\) \[run, edit\] +it would allow \S+ of the hostile corpus/,
  );
  expect(said).toContain('9 of these prompts are about tests, builds and scripts of this project.');
  expect(said).not.toMatch(/^ {2}- .*git push/m);
  expect(code).toBe(0);
  // What ran taught, and allowed nothing: the same day asks as often again.
  expect(await worked()).toBe(asked);
});
