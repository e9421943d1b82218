import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadPolicy } from '@permesso/gate/gate';
import { listedRules } from './rule-list.ts';

test('a rule of the person may have a problem, and none that is shipped', () => {
  const home = mkdtempSync(join(tmpdir(), 'permesso-rules-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));
  mkdirSync(join(home, '.config/permesso'), { recursive: true });
  mkdirSync(join(home, 'app'));
  writeFileSync(join(home, '.config/permesso/policy.yaml'), "use: [balanced]\nallow: ['Bash(make:*)']\n");
  const { policy } = loadPolicy({ home, env: {}, managed: join(home, 'none'), cwd: join(home, 'app') });
  const rules = listedRules(policy);
  expect(rules.length).toBeGreaterThan(100);
  expect(rules.filter(({ findings }) => findings.length > 0).map(({ text }) => text)).toEqual([
    'Bash(make:*)',
  ]);
});
