import { expect, test } from 'vitest';
import { examineVersion, loosenedBy } from './loosened-by.ts';

const base = "ask: ['Bash(git push:*)']\ndeny: ['Bash(curl:*)']\nallow: ['Bash(npm test)']\n";

test.each([
  ['the same', base, base],
  ['one more deny', base, base.replace("['Bash(curl:*)']", "['Bash(curl:*)', 'Bash(sudo:*)']")],
  ['one more ask', base, base.replace('push:*)', "push:*)', 'Bash(npm publish:*)")],
  ['an allow less', base, base.replace(/allow.*\n/, '')],
  ['a first version that only asks and denies', undefined, base.replace(/allow.*\n/, '')],
  ['a stricter mode', base, `${base}mode: dontAsk\n`],
])('%s loosens nothing', (_what, before, after) => {
  expect(loosenedBy(before, after)).toEqual([]);
});

test.each([
  ['an allow more', base, base.replace('npm test', 'npm:*')],
  ['a deny less', base, base.replace(/deny.*\n/, '')],
  ['an ask less', base, base.replace(/ask.*\n/, '')],
  ['a looser mode', base, `${base}mode: bypass\n`],
  ['a working directory', base, `${base}workingDirectories: [/srv]\n`],
  ['an agent that decides more by itself while offline', `${base}offline: deny\n`, base],
  ['a failure that asks', base, `${base}failure: ask\n`],
  ['a preset group of allows', base, `${base}use: [git-readonly]\n`],
  ['a first version that allows', undefined, base],
  ['a stricter and a looser change at once', base, "deny: ['Bash']\nallow: [Edit]\n"],
  ['one before that cannot be read', "deny: ['Bash(']", base],
])('%s does, or may', (_what, before, after) => {
  expect(loosenedBy(before, after)).not.toEqual([]);
});

test('a version shows its own changes, and no rule of a baseline that came meanwhile', () => {
  const baseline = "deny: ['Bash(nc:*)']\nask: ['Bash(sudo:*)']\n";
  const { changes, looser } = examineVersion(base.replace('npm test', 'npm:*'), {
    before: base,
    baseline,
  });
  expect(changes.map(({ text }) => text).join()).toContain('npm');
  expect(changes.map(({ text }) => text).join()).not.toMatch(/nc:|sudo/);
  expect(looser).toHaveLength(1);
});
