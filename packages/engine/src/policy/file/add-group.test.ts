import { describe, expect, test } from 'vitest';
import { addGroupToText } from './add-group.ts';
import { parsePolicyFile } from './parse-policy-file.ts';

const group = { name: 'acme', rules: { deny: ['Bash(curl:*)'] }, about: 'acme.yaml, sha256 00' };

function added(text: string): string {
  const edited = addGroupToText(text, group);
  if ('refused' in edited) throw new Error(edited.refused);
  return edited.text;
}

describe('a group in a policy', () => {
  test.each([
    ['nothing', ''],
    ['a comment', '# mine\n'],
    ['rules', '# mine\nallow:\n  - Read # all\n'],
    ['other groups', 'use: [b]\ngroups:\n  b:\n    ask: [Write]\n'],
    ['flow', '{ "allow": ["Read"], "use": [] }\n'],
    ['who uses a group', 'use:\n  - { name: b, agents: [codex] }\ngroups:\n  b: { ask: [Write] }\n'],
  ])('beside %s', (_what, text) => {
    const before = parsePolicyFile(text, { file: 'p' });
    const after = parsePolicyFile(added(text), { file: 'p' });
    expect(after.problems).toEqual([]);
    expect(after.use).toEqual([...before.use, 'acme']);
    expect(after.layer.allow).toEqual(before.layer.allow);
    expect(after.groups.get('acme')?.deny).toEqual(['Bash(curl:*)']);
    expect([...after.groups.keys()]).toEqual([...before.groups.keys(), 'acme']);
    for (const comment of text.match(/# \w+/gu) ?? []) expect(added(text)).toContain(comment);
    expect(added(text)).toContain('sha256 00');
  });

  test('takes the place of an earlier one, and is used once', () => {
    const twice = addGroupToText(added('allow: [Read]\n'), { ...group, rules: { ask: ['Write'] } });
    expect(twice).toMatchObject({ changed: true });
    const { use, groups } = parsePolicyFile('text' in twice ? twice.text : '', { file: 'p' });
    expect(use).toEqual(['acme']);
    expect(groups.get('acme')).toMatchObject({ ask: ['Write'] });
    expect(groups.get('acme')?.deny).toBeUndefined();
  });

  test('changes nothing the second time', () => {
    expect(addGroupToText(added('allow: [Read]\n'), group)).toMatchObject({ changed: false });
  });

  test.each([['deny: 3\n'], ['- a\n']])('is refused where the file is broken: %j', (text) => {
    expect(addGroupToText(text, group)).toHaveProperty('refused');
  });
});
