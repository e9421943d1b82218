import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LogEntry } from '@permesso/protocol/entry';
import { previewRule, type RulePreviewOptions } from './rule-preview.ts';

let options: RulePreviewOptions;
let home: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'permesso-preview-'));
  mkdirSync(join(home, 'app'));
  options = { home, env: {}, managed: join(home, 'none'), cwd: join(home, 'app') };
});

afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));

function entries(count: number): readonly LogEntry[] {
  return Array.from({ length: count }, (_, at): LogEntry => ({
    v: 1,
    seq: count - at,
    at: new Date(Date.now() - at * 60_000).toISOString(),
    prev: '',
    hash: '',
    type: 'decision',
    verdict: 'ask',
    mode: 'default',
    agent: [],
    call: { tool: 'Bash', input: { command: `make step-${at}` } },
    receipt: { parts: [], rules: [] },
  }));
}

test('all of a short log is tried, and nothing is said about a stop', async () => {
  const found = await previewRule({ verdict: 'allow', rule: 'Bash(make:*)' }, entries(5), {
    ...options,
    longestMs: 60_000,
  });
  expect(found).toMatchObject({ of: 5, matched: 5 });
  expect(found).not.toHaveProperty('stoppedAt');
});

test('where trying takes too long, it says how far back it came', async () => {
  const log = entries(50);
  const found = await previewRule({ verdict: 'allow', rule: 'Bash(make:*)' }, log, {
    ...options,
    longestMs: 0,
  });
  expect(found.of).toBe(1);
  expect(found.stoppedAt).toBe(log[1]?.at);
});
