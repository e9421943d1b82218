import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { askedMost } from './asked-most.ts';
import type { AskedCount } from './overview-counts.ts';

function machine(policy: string): { home: string; env: {}; managed: string; cwd: string } {
  const home = mkdtempSync(join(tmpdir(), 'permesso-asked-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));
  const cwd = join(home, 'app');
  mkdirSync(cwd);
  mkdirSync(join(home, '.config/permesso'), { recursive: true });
  writeFileSync(join(home, '.config/permesso/policy.yaml'), policy);
  return { home, env: {}, managed: join(home, 'none'), cwd };
}

function asked(cwd: string, command: string, more: Partial<AskedCount> = {}): AskedCount {
  const call = { tool: 'Bash', input: { command }, cwd };
  return { call, prompts: 5, approved: 5, denied: 0, isPartial: false, ...more };
}

test('the rule saves what it says, and names what else it would allow', async () => {
  const options = machine('allow: [Read]\n');
  const up = asked(options.cwd, 'npm test -- --run', { prompts: 9 });
  const draft = asked(options.cwd, 'npm test -- --watch', { prompts: 4 });
  const { asked: rows, different } = await askedMost([up, draft], options);
  expect(different).toBe(2);
  // The second would be ended by the rule of the first.
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ saves: 13, alsoCount: 1, also: ['npm test -- --watch'] });
});

test('a rule never takes in what a person has denied', async () => {
  const options = machine('allow: [Read]\n');
  const fill = asked(options.cwd, 'npm test -- --run', { prompts: 9 });
  const draft = asked(options.cwd, 'npm test -- --watch', { prompts: 4, approved: 3, denied: 1 });
  const { asked: rows } = await askedMost([fill, draft], options);
  expect(rows[0]).toMatchObject({ saves: 9, alsoCount: 0 });
});

test('what the policy allows by now is left out; what a rule of the person asks about is said to be so', async () => {
  const options = machine('allow: [Bash(make:*)]\nask: [Bash(git push:*)]\n');
  const { asked: rows } = await askedMost(
    [asked(options.cwd, 'make test'), asked(options.cwd, 'git push')],
    options,
  );
  expect(rows.map(({ call }) => call?.input['command'])).toEqual(['git push']);
  expect(rows[0]?.none ?? rows[0]?.rules?.join()).toContain('git push');
});

test('without a policy that can be read, and for entries that are held in part, no rule is offered', async () => {
  const broken = machine('deny: [Bash(]\n');
  expect((await askedMost([asked(broken.cwd, 'make')], broken)).asked[0]).toMatchObject({
    none: 'the policy has a problem',
  });
  const options = machine('allow: [Read]\n');
  const { asked: rows } = await askedMost([asked(options.cwd, 'make', { isPartial: true })], options);
  expect(rows[0]).toMatchObject({ none: 'the log holds it in part only' });
});
