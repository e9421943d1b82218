import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decideCall } from '../../src/decision/decide-call.ts';
import { compilePolicy } from '../../src/policy/compile-policy.ts';
import { fixedWorld } from '../../src/world/fixed-world.ts';
import { bsdLines, isBound } from './bsd-lines.ts';
import { coverageText, macCoverage } from './coverage.ts';

const policy = compilePolicy([
  {
    allow: ['Bash', 'Read', 'Edit', 'Write'],
    deny: ['Read(~/.ssh/**)', 'Edit(.github/**)', 'Bash(rm:*)'],
  },
]);
const world = fixedWorld({ caseInsensitive: true });

test("no option of a BSD program hides from a denial what GNU's row takes for its value", () => {
  const lines = bsdLines()
    .map(({ line }) => line)
    .filter(isBound);
  expect(lines.length).toBeGreaterThan(800);
  const allowed = lines.filter(
    (command) => decideCall({ tool: 'Bash', input: { command } }, { policy, world }).verdict === 'allow',
  );
  expect(allowed).toEqual([]);
});

test("the program of BSD's `sed -i SUFFIX` is read as one", () => {
  const verdictOf = (command: string): string =>
    decideCall({ tool: 'Bash', input: { command } }, { policy, world }).verdict;
  for (const suffix of ["''", '.bak']) {
    expect(verdictOf(`sed -i ${suffix} 's/a/b/w .github/workflows/ci.yml' a.txt`)).toBe('deny');
    expect(verdictOf(`sed -i ${suffix} 's/.*/id/e' a.txt`)).not.toBe('allow');
    expect(verdictOf(`sed -i ${suffix} s/a/b/ .github/workflows/ci.yml`)).toBe('deny');
    expect(verdictOf(`sed -i ${suffix} s/a/b/ a.txt`)).toBe('allow');
  }
});

test('the page says how the programs of macOS are known', () => {
  const page = readFileSync(new URL('../../../../docs/hosts.md', import.meta.url), 'utf8');
  expect(page).toContain(coverageText(macCoverage()));
});
