import { describe, expect, test } from 'vitest';
import { problemsInLayer } from './check-layer.ts';
import type { Layer } from './layer.ts';
import { layerNames } from './rules/rule.ts';

function problems(layer: unknown): readonly string[] {
  return problemsInLayer(layer as Layer).map(({ text, message, fix }) =>
    [text, message, fix ?? ''].join(' | '),
  );
}

test('every field of a layer may be there, or be given as undefined', () => {
  const full: Layer = {
    layer: 'managed',
    file: 'm.yaml',
    root: '/srv',
    trusted: true,
    mode: 'plan',
    allow: [],
    ask: [{ rule: 'Read' }],
    deny: ['Bash'],
    tools: { visible: ['a'], hidden: [] },
    workingDirectories: ['/srv'],
    unlisted: 'deny',
    restrict: { onlyManagedAllow: false, modes: ['default'] },
    lines: { allow: [1] },
  };
  expect(problems(full)).toEqual([]);
  expect(problems({})).toEqual([]);
  expect(problems(Object.fromEntries(Object.keys(full).map((name) => [name, undefined])))).toEqual([]);
  expect(problems({ nothing: undefined })).toEqual([]);
});

test.each(layerNames)('%s is a layer', (layer) => {
  expect(problems({ layer })).toEqual([]);
});

describe('a field that would hide a restriction is refused', () => {
  const all =
    'use layer, file, root, trusted, mode, allow, ask, deny, tools, workingDirectories, labels, production, unlisted, enforce, offline, sandbox, keep, hostModes, checks, restrict, lines';
  test.each<[unknown, readonly string[]]>([
    [null, ['policy | it is not an object | write { allow: [...], ask: [...], deny: [...] }']],
    ['deny: Bash', ['policy | it is not an object | write { allow: [...], ask: [...], deny: [...] }']],
    [[], ['policy | it is not an object | write { allow: [...], ask: [...], deny: [...] }']],
    [{ Deny: [] }, ['Deny | there is no such key | did you mean `deny`?']],
    [
      { workingdirectories: [] },
      ['workingdirectories | there is no such key | did you mean `workingDirectories`?'],
    ],
    [{ denies: [] }, [`denies | there is no such key | ${all}`]],
    [{ toString: 1 }, [`toString | there is no such key | ${all}`]],
    [
      { layer: 'Managed' },
      ['layer | it needs one of managed, team, flags, session, local, project, user, preset | '],
    ],
    [{ file: 5 }, ['file | it needs a text | ']],
    [{ root: 'src' }, ['root | it needs an absolute path | ']],
    [{ root: 5 }, ['root | it needs an absolute path | ']],
    [{ trusted: 'yes' }, ['trusted | it needs true or false | ']],
    [{ mode: 5 }, ['mode | it needs a mode | ']],
    [{ allow: 'Read' }, ['allow | it needs a list of rules | ']],
    [{ ask: {} }, ['ask | it needs a list of rules | ']],
    [{ deny: 'Bash' }, ['deny | it needs a list of rules | ']],
    [{ deny: null }, ['deny | it needs a list of rules | ']],
    [
      { tools: [] },
      ['tools | it needs lists `visible` and `hidden` of tool names, and `describe` of descriptions | '],
    ],
    [
      { tools: null },
      ['tools | it needs lists `visible` and `hidden` of tool names, and `describe` of descriptions | '],
    ],
    [
      { tools: { hide: ['a'] } },
      ['tools | it needs lists `visible` and `hidden` of tool names, and `describe` of descriptions | '],
    ],
    [
      { tools: { hidden: 'a' } },
      ['tools | it needs lists `visible` and `hidden` of tool names, and `describe` of descriptions | '],
    ],
    [
      { tools: { visible: [], hidden: [5] } },
      ['tools | it needs lists `visible` and `hidden` of tool names, and `describe` of descriptions | '],
    ],
    [{ workingDirectories: '/srv' }, ['workingDirectories | it needs a list of directories | ']],
    [{ workingDirectories: [5] }, ['workingDirectories | it needs a list of directories | ']],
    [{ unlisted: 'allow' }, ['unlisted | it needs ask or deny | ']],
    [{ restrict: true }, ['restrict | it needs `onlyManagedAllow` and `modes` | ']],
    [{ restrict: { onlyManagedAllow: 'yes' } }, ['restrict | it needs `onlyManagedAllow` and `modes` | ']],
    [{ restrict: { modes: 'default' } }, ['restrict | it needs `onlyManagedAllow` and `modes` | ']],
    [{ restrict: { mode: ['default'] } }, ['restrict | it needs `onlyManagedAllow` and `modes` | ']],
    [{ lines: [1] }, ['lines | it needs line numbers by verdict | ']],
    [{ mode: 5, deny: 5 }, ['mode | it needs a mode | ', 'deny | it needs a list of rules | ']],
  ])('%j', (layer, expected) => {
    expect(problems(layer)).toEqual(expected);
  });

  test('as strictly as a broken deny', () => {
    expect(problemsInLayer({ denies: [] } as unknown as Layer)).toMatchObject([{ verdict: 'deny', at: 0 }]);
    expect(problemsInLayer({ mode: 5 } as unknown as Layer)[0]).not.toHaveProperty('fix');
  });
});
