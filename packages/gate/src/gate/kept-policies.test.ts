import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { policyRevision } from '../log/entry/policy-revision.ts';
import { keptPolicies } from './kept-policies.ts';
import { loadPolicy, type LoadedPolicy, type LoadOptions } from './load-policy.ts';
import * as parsing from '@permesso/engine/text';

vi.mock('@permesso/engine/text', { spy: true });

const text = `use: [balanced]
allow: [Read, 'Bash(npm run *)']
deny:
  - rule: WebFetch
    why: not from here
  - Read(**/.env*)
ask: [{ rule: pay, when: { amount: { gt: 5 } } }]
groups: { ours: { deny: ['Bash(curl:*)'] } }
`;

interface Machine {
  readonly home: string;
  readonly policy: string;
  readonly kept: string;
  readonly load: (options?: { readonly parser?: string; readonly project?: string }) => LoadedPolicy;
  /** How often a text was parsed since the last look. */
  readonly parsed: () => number;
}

function machine(): Machine {
  const home = mkdtempSync(join(tmpdir(), 'permesso-kept-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));
  const policy = join(home, '.config/permesso/policy.yaml');
  const kept = join(home, 'kept');
  for (const folder of ['.config/permesso', 'one', 'two']) mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(policy, text);
  const where: LoadOptions = { home, env: {}, managed: join(home, 'none') };
  let seen = vi.mocked(parsing.parsePolicyFile).mock.calls.length;
  return {
    home,
    policy,
    kept,
    load: ({ parser = 'one', project = 'one' } = {}) =>
      loadPolicy({ ...where, cwd: join(home, project), kept: keptPolicies({ directory: kept, parser }) }),
    parsed: () => {
      const all = vi.mocked(parsing.parsePolicyFile).mock.calls.length;
      const more = all - seen;
      seen = all;
      return more;
    },
  };
}

test('the next process decides with the same policy and parses nothing', () => {
  const { load, parsed } = machine();
  const first = load();
  expect(parsed()).toBeGreaterThan(0);
  const second = load();
  expect(parsed()).toBe(0);
  expect(second).toStrictEqual(first);
  expect(second.policy.rules.length).toBeGreaterThan(10);
  expect(policyRevision(second.policy)).toBe(policyRevision(first.policy));
});

test('a changed text, another place and another version of the code are compiled', () => {
  const { load, parsed, policy } = machine();
  const first = load();
  parsed();
  writeFileSync(policy, text.replace('WebFetch', 'WebSearch'));
  expect(load().revision).not.toBe(first.revision);
  expect(parsed()).toBeGreaterThan(0);
  load({ parser: 'two' });
  expect(parsed()).toBeGreaterThan(0);
  load({ parser: 'two', project: 'two' });
  expect(parsed()).toBeGreaterThan(0);
  load({ parser: 'two' });
  load({ parser: 'two', project: 'two' });
  expect(parsed()).toBe(0);
});

test('where others may write, nothing that lies there counts', () => {
  const { load, parsed, kept } = machine();
  load();
  const [name = ''] = readdirSync(kept);
  const evil = readFileSync(join(kept, name), 'utf8').replaceAll('"deny"', '"allow"');
  writeFileSync(join(kept, name), evil);
  chmodSync(kept, 0o777);
  parsed();
  expect(() => load()).toThrow('can be written by others');
  expect(parsed()).toBeGreaterThan(0);
});

test('a torn or foreign file is compiled again', () => {
  const { load, parsed, kept } = machine();
  const first = load();
  const [name = ''] = readdirSync(kept);
  const whole = readFileSync(join(kept, name), 'utf8');
  for (const torn of [
    '',
    '\n\n',
    whole.slice(0, -10),
    `${whole}\nmore`,
    whole.split('\n').slice(0, 2).join('\n'),
  ]) {
    writeFileSync(join(kept, name), torn);
    parsed();
    expect(load()).toStrictEqual(first);
    expect(parsed()).toBeGreaterThan(0);
  }
});
