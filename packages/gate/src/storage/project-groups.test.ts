import { describe, expect, test } from 'vitest';
import { parsePolicyFile } from '@permesso/engine/text';
import { groupsName, readShipped } from './policy-presets.ts';
import { groupsFor, projectGroups } from './project-groups.ts';

describe('groups for a project', () => {
  test.each([
    [
      ['package.json', 'src/a.ts'],
      ['any-project', 'node-project'],
    ],
    [
      ['services/api/pyproject.toml', 'Makefile'],
      ['any-project', 'python-project', 'make-project'],
    ],
    [
      ['legacy/pom.xml', 'settings.gradle.kts'],
      ['any-project', 'jvm-project'],
    ],
    [['src/Web/Web.csproj'], ['any-project', 'dotnet-project']],
    [['infra/network.tf'], ['any-project', 'infrastructure-project']],
    [['README.md'], []],
  ])('%j', (files, groups) => expect(groupsFor(new Set(files)).groups).toEqual(groups));

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
