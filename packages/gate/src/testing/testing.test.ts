import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createGate } from '../gate/gate.ts';
import { coverageFolder, coverageOf, printCoverage } from './coverage.ts';
import { coverPolicy, expectDecision, PolicyCoverage, scriptedApprover } from './testing.ts';

const policy = { allow: ['Bash(npm run *)'], ask: ['Bash(git push:*)'], deny: ['Bash(dd:*)'] };
const sh = (command: string) => ({ tool: 'Bash', input: { command } });

afterEach(() => {
  Reflect.deleteProperty(process.env, coverageFolder);
});

describe('expectDecision', () => {
  const gate = createGate({ policy });

  test('holds for what is so, in one line', () => {
    const expectation = expectDecision(gate, sh('git push'))
      .toBe('ask')
      .by('Bash(git push:*)')
      .saying('git push');
    expect(expectation.decision.verdict).toBe('ask');
    expect(expectDecision(gate, sh('make')).toBe('ask').offering('Bash(make)').decision.verdict).toBe('ask');
  });

  test.each([
    ['the verdict', () => expectDecision(gate, sh('git push')).toBe('allow')],
    ['the rule', () => expectDecision(gate, sh('git push')).by('Bash(dd:*)')],
    ['the words', () => expectDecision(gate, sh('git push')).saying('unseen of')],
    ['the offer', () => expectDecision(gate, sh('dd if=a of=b')).offering('Bash(dd:*)')],
  ])('fails on %s, with the receipt', (_name, wrong) => {
    expect(wrong).toThrow(/expected .*, got [^]*Bash/);
  });
});

describe('coverage', () => {
  test('counts what was decided in any way, in all processes together', async () => {
    const lines: string[] = [];
    const reporter = new PolicyCoverage({ write: (text) => void lines.push(text) });
    reporter.onInit();
    const gate = coverPolicy(createGate({ policy, approver: scriptedApprover([]) }), policy);
    await gate.check(sh('npm run build'));
    await gate.authorize(sh('git push'));
    expect(reporter.onTestRunEnd()).toMatchObject({ neverHit: ['deny Bash(dd:*) (flags)'] });
    expect(lines.join('')).toBe(
      'Policy coverage: 2 of 3 rules applied to a call.\n  never  deny Bash(dd:*) (flags)\n',
    );
    expect(reporter.onTestRunEnd()).toBe(undefined);
  });

  test('writes nothing where nobody reports', async () => {
    const gate = coverPolicy(createGate({ policy }), policy);
    expect((await gate.check(sh('git push'))).verdict).toBe('ask');
    expect(process.env[coverageFolder]).toBe(undefined);
  });

  test('a rule that one test hits and another does not is hit', () => {
    const line = (rule: string, hit: boolean): string => JSON.stringify({ rule, hit });
    const coverage = coverageOf([
      line('a', false),
      line('b', false),
      line('a', true),
      line('a', false),
      '{"rule":',
      '7',
    ]);
    expect(coverage).toEqual({ rules: ['a', 'b'], neverHit: ['b'] });
    expect(printCoverage(coverage)).toContain('1 of 2');
  });

  test('a real run of vitest reports, and fails below the threshold', () => {
    const folder = mkdtempSync(join(import.meta.dirname, '../../.coverage-'));
    const doors = join(import.meta.dirname, '..');
    const repository = join(import.meta.dirname, '../../../..');
    try {
      writeFileSync(
        join(folder, 'policy.test.ts'),
        `import { expect, test } from 'vitest';
         import { createGate } from '${doors}/gate/gate.ts';
         import { coverPolicy, expectDecision } from '${doors}/testing/testing.ts';
         const policy = ${JSON.stringify(policy)};
         test('push', () => { expectDecision(coverPolicy(createGate({ policy }), policy), ${JSON.stringify(sh('git push'))}).toBe('ask'); expect(1).toBe(1); });`,
      );
      writeFileSync(
        join(folder, 'vitest.config.ts'),
        `import { PolicyCoverage } from '${doors}/testing/testing.ts';
         export default { root: '${folder}', test: { include: ['policy.test.ts'], reporters: ['dot', new PolicyCoverage({ atLeast: 90 })] } };`,
      );
      const run = (): string =>
        execFileSync(
          join(repository, 'node_modules/.bin/vitest'),
          ['run', '--config', join(folder, 'vitest.config.ts')],
          {
            cwd: repository,
            encoding: 'utf8',
            stdio: ['ignore', 'pipe', 'pipe'],
            env: { ...process.env, TMPDIR: tmpdir() },
            timeout: 120_000,
          },
        );
      let failure: { readonly status?: number; readonly stdout?: string } = {};
      try {
        run();
      } catch (error) {
        failure = error as typeof failure;
      }
      expect(failure.stdout).toContain('Policy coverage: 1 of 3 rules applied to a call.');
      expect(failure.stdout).toContain('That is less than 90 per cent.');
      expect(failure.status).toBe(1);
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    }
  });
});
