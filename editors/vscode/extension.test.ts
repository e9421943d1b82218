import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lint } from '../../packages/permesso/src/cli/commands/lint.ts';
import { runCommandLine } from '../../packages/permesso/src/cli/run-command.ts';
import { diskApprovals } from '@permesso/gate/gate';
import { createGate } from '@permesso/gate';
import { durableApprover } from '@permesso/gate/approvers';
import { openConsole } from '../../packages/permesso/src/local-console/console.ts';
import { completeAt } from './src/complete.ts';
import { approvalQuestion } from './src/approval-question.ts';
import { enterConsole } from './src/console-client.ts';
import { explainRule, listAround, ruleInLine } from './src/explain-rule.ts';
import { problemsFrom } from './src/lint-problems.ts';

function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-vscode-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
  return folder;
}

test.each([
  ['  - Read(src/**)', { rule: 'Read(src/**)', start: 4, end: 16 }],
  ['  - rule: Bash(make *) # why', { rule: 'Bash(make *)', start: 10, end: 22 }],
  ['  - "Bash(git push:*)"', { rule: 'Bash(git push:*)', start: 5, end: 21 }],
  ['  - { rule: refund, when: { a: 1 } }', { rule: 'refund', start: 12, end: 18 }],
  ['    message: Publishes your work.', undefined],
  ['mode: default', undefined],
])('the rule in %j', (line, expected) => {
  expect(ruleInLine(line)).toEqual(expected);
});

test('a rule is explained by the list it stands in, a broken one with its fix', () => {
  const lines = [
    'mode: default',
    'deny:',
    '  - rule: Bash(git push:*)',
    '    message: no',
    'tests:',
    '  - call: Read',
  ];
  expect([listAround(lines, 2), listAround(lines, 3), listAround(lines, 5)]).toEqual([
    'deny',
    'deny',
    undefined,
  ]);
  expect(explainRule('Bash(git push:*)', 'deny')).toMatch(
    /^`Bash\(git push:\*\)` speaks about a shell command .*\n\nAs a \*\*deny\*\* it applies on suspicion/u,
  );
  expect(explainRule('Read(src/**', 'allow')).toMatch(/^\*\*This rule cannot be read\.\*\*/u);
});

test('completion knows keys, modes, rules and presets by where the cursor is', () => {
  const labels = (lines: readonly string[]): readonly string[] =>
    completeAt(lines, lines.length - 1, ['balanced']).map(({ label }) => label);
  expect(labels(['al'])).toEqual(expect.arrayContaining(['allow', 'deny', 'sandbox']));
  expect(labels(['mode: '])).toEqual(expect.arrayContaining(['default', 'dontAsk']));
  expect(labels(['allow:', '  - '])).toContain('Read(src/**)');
  expect(labels(['use:', '  - '])).toEqual(['balanced']);
  expect(labels(['tests:', '  - '])).toEqual([]);
});

test('problems are those of the real lint, at their lines', async () => {
  const folder = folderForTest();
  const file = join(folder, 'policy.yaml');
  writeFileSync(file, 'allow:\n  - Read\n  - Read\ndeny:\n  - Bash(\n');
  const lines: string[] = [];
  await runCommandLine(['lint', file, '--json', '--cwd', folder], [lint], {
    print: (text) => lines.push(text),
    complain: (text) => lines.push(text),
    width: 80,
  });
  const problems = problemsFrom(lines.join('\n'), { file, cwd: folder });
  expect(problems).toContainEqual(expect.objectContaining({ line: 4, severity: 'error' }));
});

test('the real console lets the editor in once; what it showed is what is approved', async () => {
  const home = folderForTest();
  const places = { home, env: {}, cwd: home };
  const pages = join(home, 'pages');
  mkdirSync(pages);
  const served = await openConsole({ ...places, by: 'sandra', pages });
  onTestFinished(() => served.close());
  const client = await enterConsole(served.address);
  await expect(enterConsole(served.address)).rejects.toThrow('works once');
  await expect(enterConsole('http://10.0.0.1:80/?key=x')).rejects.toThrow('not the local console');
  expect(await client.waiting()).toEqual([]);

  const store = diskApprovals({ ...places, session: 's' });
  const gate = createGate({ policy: { ask: ['Bash(git push:*)'] }, approver: durableApprover({ store }) });
  const answer = gate.authorize({ tool: 'Bash', input: { command: 'git push' }, session: 's' });
  await expect.poll(() => client.waiting(), { timeout: 120_000 }).toHaveLength(1);
  const [request] = await client.waiting();
  if (request === undefined) throw new Error('nothing waits');
  expect([request.tool, request.text]).toEqual(['Bash', 'git push']);
  await expect(client.answer({ ...request, digest: 'of another call' }, 'allow')).rejects.toThrow(
    'has changed',
  );
  await client.answer(request, 'allow');
  expect((await answer).verdict).toBe('allow');
  expect(await client.waiting()).toEqual([]);
});

describe('a yes in the editor', () => {
  const request = {
    id: '1',
    digest: 'd',
    message: 'm',
    tool: 'Bash',
    text: 'git push',
    effects: [],
    lasting: false,
  };

  test('comes after the whole call was shown, with hidden characters made visible', () => {
    const asked = approvalQuestion({ ...request, text: 'ls \u202Efdp.exe \u001B[2K\nrm x' });
    const detail = 'detail' in asked ? asked.detail : '';
    expect(detail).toContain('rm x');
    for (const hidden of ['\u202E', '\u001B']) expect(detail).not.toContain(hidden);
  });

  test.each([
    ['a long call', { text: 'x'.repeat(601) }, 'too long'],
    ['a call of many lines', { text: 'x\n'.repeat(12) }, 'too long'],
    ['a call that cannot be undone', { lasting: true }, 'cannot be undone'],
  ])('is not taken for %s', (_name, change, why) => {
    expect(approvalQuestion({ ...request, ...change })).toEqual({ refused: expect.stringContaining(why) });
  });
});

test('the manifest names no command that is not registered, and no workspace can choose the program', () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as {
    contributes: {
      commands: { command: string }[];
      configuration: { properties: Record<string, { scope: string }> };
    };
  };
  const source = readFileSync(join(import.meta.dirname, 'src/extension.ts'), 'utf8');
  const missing = manifest.contributes.commands.filter(
    ({ command }) => !source.includes(`registerCommand('${command}'`),
  );
  expect(missing).toEqual([]);
  expect(manifest.contributes.configuration.properties['permesso.program']?.scope).toBe('machine');
});
