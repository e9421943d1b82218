import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownSandbox } from './own-sandbox.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'permesso-own-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const checked = (): readonly string[] =>
  ownSandbox({ home: join(root, 'home'), project: join(root, 'project'), env: {}, config: '' }).map(
    ({ is, what }) => `${is} ${what.replaceAll(root, '')}`,
  );

test.each([
  'home/.claude/settings.json',
  'project/.claude/settings.json',
  'project/.claude/settings.local.json',
])('%s', (name) => {
  const file = join(root, name);
  mkdirSync(dirname(file), { recursive: true });
  for (const quiet of ['{}', '{"sandbox":{"enabled":false}}', '{"sandbox":true}', '{"sandbox":', '']) {
    writeFileSync(file, quiet);
    expect(checked()).toEqual([]);
  }
  writeFileSync(file, '{ "sandbox": { "enabled": true } } // on');
  expect(checked()).toEqual([expect.stringContaining(`unknown /${name} switches its own sandbox on`)]);
});
