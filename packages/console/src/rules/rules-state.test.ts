import { expect, test } from 'vitest';
import { exampleRule } from '../../test/examples.ts';
import { ruleId, shownRules, whichRules } from './rules-state.ts';
import { targets, targetTitle } from './targets.ts';

const rules = [
  exampleRule({ text: 'Bash(ls:*)', hits: 0 }),
  exampleRule({ text: 'Bash(git push:*)', verdict: 'ask', findings: ['never reached'] }),
  exampleRule({ text: 'Bash(sudo:*)', verdict: 'deny', layer: 'team', hits: 0, from: 'daily' }),
  exampleRule({ text: 'Read', expires: 5 }),
];
const texts = (address: object): readonly string[] => shownRules(rules, address).map(({ text }) => text);

test('what denies stands first, then what asks', () => {
  expect(texts({})).toEqual(['Bash(sudo:*)', 'Bash(git push:*)', 'Bash(ls:*)', 'Read']);
});

test.each([
  [{ which: 'deny' }, ['Bash(sudo:*)']],
  [{ which: 'problems' }, ['Bash(git push:*)']],
  // One that is shipped is not proposed for removal.
  [{ which: 'never' }, ['Bash(ls:*)']],
  [{ which: 'expiring' }, ['Read']],
  [{ find: 'GIT' }, ['Bash(git push:*)']],
  [{ layer: 'team' }, ['Bash(sudo:*)']],
  [{ find: 'ls', layer: 'team' }, []],
])('the filter %j', (address, wanted) => {
  expect(texts(address)).toEqual(wanted);
});

test('an unknown filter hides nothing', () => {
  expect(texts({ which: 'other' })).toHaveLength(rules.length);
  expect(Object.keys(whichRules)).toContain('all');
});

test('a rule keeps its name while its line moves', () => {
  const rule = exampleRule({ file: '/a', line: 3 });
  expect(ruleId({ ...rule, line: 9 })).toBe(ruleId(rule));
  expect(ruleId({ ...rule, verdict: 'deny' })).not.toBe(ruleId(rule));
});

test('a file is named by whose it is', () => {
  expect(targets.map(({ value }) => targetTitle(value))).toEqual(targets.map(({ title }) => title));
  expect(targetTitle('elsewhere')).toBe('elsewhere');
});
