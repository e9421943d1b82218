import { parse } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { applyPieces, removePieces } from './apply-pieces.ts';
import type { Piece } from './file-change.ts';

const item = { matcher: '*', hooks: [{ command: 'ours --mark' }] };
const hook: Piece = { as: 'json-item', at: ['hooks', 'PreToolUse'], item, mark: '--mark' };
const denies: Piece = { as: 'json-texts', at: ['permissions', 'deny'], texts: ['A', 'B'] };
const keys: Piece = { as: 'json-keys', at: ['permission', 'bash'], entries: [['rm *', 'deny']] };

type Json = Readonly<Record<string, unknown>>;

/** As people keep it: each with what the file says without us. */
const messy: Readonly<Record<string, string>> = {
  nothing: '',
  empty: '{}',
  'empty with lines': '{\n}\n',
  'on one line': '{ "a": 1 }',
  minified: '{"a":1,"hooks":{"PreToolUse":[{"x":1}],"Stop":[]}}',
  tabs: '{\n\t"a": 1\n}\n',
  'four blanks, no last line end': '{\n    "a": 1\n}',
  'CRLF and a byte order mark': '\uFEFF{\r\n  "a": 1\r\n}\r\n',
  'comments and trailing commas': `// head
{
  "a": 1, // about a
  /* before hooks */
  "hooks": {
    "PreToolUse": [
      { "x": 1 }, // about x
      // nothing more
    ], // about the list
  }, // about hooks
  // end
}
// after
`,
  'a comment behind the last value': '{\n  "a": 1 // about a\n}\n',
  'a list with nothing but a comment': '{\n  "hooks": {\n    "PreToolUse": [\n      // none\n    ]\n  }\n}\n',
  'a name twice': '{ "hooks": 5, "hooks": {} }',
  'denies of their own': '{\n  "permissions": { "deny": ["B", "C"] }\n}\n',
  'an older one of ours':
    '{ "hooks": { "PreToolUse": [{ "matcher": "old", "command": "x --mark" }, { "x": 1 }] } }',
};

function said(text: string): Json {
  return parse(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true }) as Json;
}

function at(value: Json, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((found, name) => (found as Json | undefined)?.[name], value);
}

function changed(text: string | undefined, pieces: readonly Piece[]): string {
  const result = applyPieces(text, pieces);
  if ('refused' in result) throw new Error(result.refused);
  return result.text;
}

function comments(text: string): readonly string[] {
  return text.match(/\/\/ .*|\/\*.*?\*\//g) ?? [];
}

describe.each(Object.entries(messy))('%s', (_, text) => {
  const after = changed(text, [hook, denies]);

  test('has our entries once, and everything that was there', () => {
    const now = said(after);
    const theirs = text.includes('"x"') ? [{ x: 1 }] : [];
    const hooks = at(now, 'hooks', 'PreToolUse') as readonly Json[];
    expect(hooks.filter((each) => JSON.stringify(each).includes('--mark'))).toEqual([item]);
    expect(hooks.filter((each) => !JSON.stringify(each).includes('--mark'))).toEqual(theirs);
    expect(new Set(at(now, 'permissions', 'deny') as readonly string[])).toEqual(
      new Set(['A', 'B', ...(text.includes('"C"') ? ['C'] : [])]),
    );
    expect(at(now, 'a')).toBe(text.includes('"a"') ? 1 : undefined);
    expect(comments(after)).toEqual(comments(text));
    expect(after.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'));
    if (text.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toContain('\n');
  });

  test('stays the same when it is done again', () => {
    expect(changed(after, [hook, denies])).toBe(after);
  });

  test('is what it was when they are taken out again', () => {
    const removed = removePieces(after, [hook, denies], text);
    expect(removed).toHaveProperty('text');
    const now = said('text' in removed ? (removed.text ?? '') : '');
    expect(JSON.stringify(now)).not.toContain('--mark');
    const hooks = (at(now, 'hooks', 'PreToolUse') ?? []) as readonly Json[];
    expect(hooks).toEqual(text.includes('"x"') ? [{ x: 1 }] : []);
    expect(at(now, 'permissions', 'deny') ?? []).toEqual(text.includes('"C"') ? ['B', 'C'] : []);
    expect(at(now, 'a')).toBe(text.includes('"a"') ? 1 : undefined);
  });
});

describe('a text that must stand first', () => {
  const first: Piece = { as: 'json-first', at: ['prependPlugins'], text: 'ours' };

  test.each([
    ['{}', ['ours']],
    ['{ "prependPlugins": [] }', ['ours']],
    ['{ "prependPlugins": ["ours"] }', ['ours']],
    ['{ "prependPlugins": ["theirs", "more"] }', ['ours', 'theirs', 'more']],
    ['{ "prependPlugins": ["theirs", "ours", "more"] }', ['ours', 'theirs', 'more']],
    ['{ "prependPlugins": ["ours", "theirs", "ours"] }', ['ours', 'theirs']],
    ['{\n  "prependPlugins": [\n    // mine\n    "theirs", // about it\n  ],\n}\n', ['ours', 'theirs']],
  ])('%s', (text, list) => {
    const after = changed(text, [first]);
    expect(at(said(after), 'prependPlugins')).toEqual(list);
    expect(comments(after)).toEqual(comments(text));
    expect(changed(after, [first])).toBe(after);
    const removed = removePieces(after, [first], '{}');
    const left = 'text' in removed ? said(removed.text ?? '') : {};
    expect(at(left, 'prependPlugins') ?? []).toEqual(list.slice(1));
  });

  test('is refused where something else stands there', () => {
    expect(applyPieces('{ "prependPlugins": "theirs" }', [first])).toHaveProperty('refused');
  });
});

test('a comment stays with the line it is about', () => {
  expect(changed('{\n  "a": 1 // about a\n}\n', [{ as: 'json-default', name: 'b', value: 2 }])).toBe(
    '{\n  "a": 1, // about a\n  "b": 2\n}\n',
  );
});

test.each([
  ['{ "permission": "allow" }', { permission: { '*': 'allow', bash: { 'rm *': 'deny' } } }],
  ['{ "permission": { "bash": "ask" } }', { permission: { bash: { '*': 'ask', 'rm *': 'deny' } } }],
  [
    '{ "permission": { "bash": { "rm *": "deny", "*": "allow" } } }',
    { permission: { bash: { '*': 'allow', 'rm *': 'deny' } } },
  ],
  ['{}', { permission: { bash: { 'rm *': 'deny' } } }],
])('where the last match decides, a deny comes last: %s', (text, expected) => {
  const after = changed(text, [keys]);
  expect(JSON.stringify(said(after))).toBe(JSON.stringify(expected));
  expect(changed(after, [keys])).toBe(after);
});

/** Claude Code's own dialogue puts a new hook into the group with the same matcher. */
test('a hook that somebody put into our group is not ours', () => {
  const theirs = { command: 'theirs' };
  const shared = (mine: string): string =>
    JSON.stringify({ hooks: { PreToolUse: [{ matcher: '*', hooks: [{ command: mine }, theirs] }] } });
  const alone = { matcher: '*', hooks: [theirs] };
  for (const mine of ['ours --mark', 'older --mark']) {
    const after = changed(shared(mine), [hook]);
    expect(said(after)).toEqual({ hooks: { PreToolUse: [alone, item] } });
    expect(changed(after, [hook])).toBe(after);
    const removed = removePieces(shared(mine), [hook], '{}');
    expect('text' in removed && said(removed.text ?? '')).toEqual({ hooks: { PreToolUse: [alone] } });
  }
});

test.each([
  ['{ "hooks": [] }', '`hooks` is not an object'],
  ['{ "hooks": { "PreToolUse": {} } }', '`hooks.PreToolUse` is not a list'],
  ['{ "a": ', 'line 1: ValueExpected'],
  ['[]', 'line 1: not a JSON object'],
  ['['.repeat(100), 'nested too deep'],
])('what is not understood is left alone: %s', (text, refused) => {
  expect(applyPieces(text, [hook])).toEqual({ refused });
});

describe('TOML', () => {
  const table: Piece = { as: 'toml-table', heading: 'hooks.state."/a b:0"', body: 'trusted_hash = "new"' };
  test.each([
    ['', '[hooks.state."/a b:0"]\ntrusted_hash = "new"\n'],
    ['a = 1 # c', 'a = 1 # c\n\n[hooks.state."/a b:0"]\ntrusted_hash = "new"\n'],
    ['a = 1\r\n', 'a = 1\r\n\r\n[hooks.state."/a b:0"]\r\ntrusted_hash = "new"\r\n'],
    [
      '[hooks.state."/a b:0"]\ntrusted_hash = "old"\n[b]\nc = 1\n',
      '[hooks.state."/a b:0"]\ntrusted_hash = "new"\n[b]\nc = 1\n',
    ],
  ])('%s', (text, expected) => {
    expect(changed(text, [table])).toBe(expected);
    expect(changed(expected, [table])).toBe(expected);
    const removed = removePieces(expected, [table], text);
    expect('text' in removed && removed.text).not.toContain('trusted_hash');
  });

  test('comments behind it are about what follows, and stay', () => {
    const rest = '\n# my projects\n[projects."/x"]\ntrust_level = "trusted"\n';
    const old = `a = 1\n\n[hooks.state."/a b:0"]\n# of the hook\ntrusted_hash = "old"\n${rest}`;
    expect(changed(old, [table])).toBe(`a = 1\n\n[hooks.state."/a b:0"]\ntrusted_hash = "new"\n${rest}`);
    expect(removePieces(old, [table], 'a = 1\n')).toEqual({ text: `a = 1\n${rest}` });
  });

  test('a file that says it in another way is left alone', () => {
    expect(applyPieces('hooks = { state = {} }\n', [table])).toHaveProperty('refused');
    expect(applyPieces('x = [', [table])).toHaveProperty('refused');
  });
});

test("somebody else's file is not overwritten", () => {
  const file: Piece = { as: 'file', text: '#!/bin/sh\n# ours\n', mark: '# ours' };
  expect(applyPieces('#!/bin/sh\necho theirs\n', [file])).toHaveProperty('refused');
  expect(applyPieces('#!/bin/sh\n# ours\nolder\n', [file])).toEqual({ text: file.text });
  expect(removePieces('#!/bin/sh\n# ours\n', [file], undefined)).toEqual({ text: undefined });
  expect(removePieces('theirs\n', [file], undefined)).toEqual({ text: 'theirs\n' });
});
