import { describe, expect, test } from 'vitest';
import { parsePolicyFile } from '@permesso/engine/text';
import { groupsName, readShipped } from './policy-presets.ts';
import { groupsFor, projectGroups } from './project-groups.ts';

describe('groups for a project', () => {
  test.each([
    [['package.json', 'src/a.ts'], ['Node.js']],
    [
      ['services/api/pyproject.toml', 'Makefile'],
      ['Python', 'make'],
    ],
    [['src/Web/Web.csproj'], ['.NET']],
    [['infra/network.tf'], ['infrastructure']],
  ])('%j', (files, kinds) => expect(groupsFor(new Set(files))).toEqual({ kinds, groups: ['project-code'] }));

  test('a project of no known kind has none', () =>
    expect(groupsFor(new Set(['README.md']))).toEqual({ kinds: [], groups: [] }));

  test('each stands in the shipped groups and says what it trusts', () => {
    const { file, read } = readShipped(groupsName);
    const { groups } = parsePolicyFile('text' in read ? read.text : '', { file });
    const texts = 'text' in read ? read.text : '';
    for (const name of projectGroups) {
      expect([name, groups.has(name)]).toEqual([name, true]);
      expect(texts).toMatch(new RegExp(`\n  ${name}:\n    trusts: .`));
    }
  });
});
