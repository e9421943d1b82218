import { expect, test } from 'vitest';
import { launchLine, type Launch } from '../launch/launcher.ts';
import type { Piece } from './file-change.ts';
import { programsOf } from './piece-programs.ts';

const launch: Launch = { node: '/opt/node', hook: '/a/hook.js', host: 'codex', deadline: 20 };

const item = (value: string): Piece => ({
  as: 'json-item',
  at: ['hooks'],
  item: { matcher: '*', hooks: [{ type: 'command', command: value }] },
  mark: 'x',
});

test.each<[what: string, launch: Launch, programs: readonly string[]]>([
  ['plain', launch, ['/opt/node', '/a/hook.js']],
  ['a timeout', { ...launch, timeout: '/bin/timeout' }, ['/bin/timeout', '/opt/node', '/a/hook.js']],
  [
    'odd names',
    { ...launch, node: "/it's a/node", hook: '/with space/(x) $(y)/hook.js' },
    ["/it's a/node", '/with space/(x) $(y)/hook.js'],
  ],
  [
    'every option',
    { ...launch, ask: 'ours', without: ['FOO'], compiled: '/var/cache dir', failure: '{"no":"/etc/passwd"}' },
    ['/opt/node', '/a/hook.js'],
  ],
])('what a launch line starts: %s', (_what, given, programs) => {
  expect(programsOf([item(launchLine(given))])).toEqual(programs);
  const text = `#!/bin/sh\n# ours\n${launchLine(given)}\n`;
  expect(programsOf([{ as: 'file', text, mark: 'ours' }])).toEqual(programs);
});

test('a plugin is loaded by its address', () => {
  expect(programsOf([{ as: 'json-item', at: [], item: 'file:///a%20b/guard.js', mark: 'x' }])).toEqual([
    '/a b/guard.js',
  ]);
});

test.each(['echo /opt/node /a/hook.js', 'see file:///a/b.js', '/usr/bin/other --deadline 3'])(
  'a text that only names files starts nothing: %s',
  (text) => {
    expect(programsOf([item(text)])).toEqual([]);
  },
);
