import { describe, expect, test } from 'vitest';
import { commandOf, partOf } from '../../test/part-of.ts';
import { kinds } from '../call/kind.ts';
import type { Part } from '../facts/part.ts';
import { hides, seemingKind } from './hidden-kinds.ts';

const file = { known: true as const, written: '/a', real: '/a' };

function hidden(tool: string, part: Partial<Part>): readonly string[] {
  return kinds.filter((kind) => hides(kind, { call: { tool, input: {} }, part: partOf(part) }));
}

describe('kinds that a part may hide', () => {
  test.each<[string, string, Partial<Part>, readonly string[]]>([
    [
      'text that could not be read: all but MCP',
      'Bash',
      { kind: 'shell', subject: commandOf('') },
      ['shell', 'read', 'write', 'url', 'other'],
    ],
    ['a command that was read: none', 'Bash', { kind: 'shell', subject: commandOf('ls') }, []],
    ['a file: none', 'Read', { kind: 'read', subject: { kind: 'path', access: 'read', path: file } }, []],
    ['a tool that nobody described: none', 'deploy', {}, []],
    ['a tool called like a shell: all but MCP', 'bash', {}, ['shell', 'read', 'write', 'url', 'other']],
    [
      'a tool of the kind shell: all but MCP',
      'run',
      { kind: 'shell' },
      ['shell', 'read', 'write', 'url', 'other'],
    ],
    ['a tool called like a reader: reading', 'READ', {}, ['read']],
    ['a tool of the kind write that names no file: writing', 'save', { kind: 'write' }, ['write']],
    [
      'a tool of the kind write that names its file: none',
      'save',
      { kind: 'write', accesses: [{ kind: 'write', path: file }] },
      [],
    ],
    [
      'a tool of the kind write that names what it reads: writing',
      'save',
      { kind: 'write', accesses: [{ kind: 'read', path: file }] },
      ['write'],
    ],
    [
      'a tool of the kind read that names its file: none',
      'load',
      { kind: 'read', accesses: [{ kind: 'read', path: file }] },
      [],
    ],
    ['a tool of the kind url that names no host: fetching', 'get', { kind: 'url' }, ['url']],
    [
      'a tool of the kind url that names its host: none',
      'get',
      { kind: 'url', accesses: [{ kind: 'network', url: { known: false, reason: 'x' } }] },
      [],
    ],
    [
      'a tool of the kind mcp that names a host: MCP',
      'get',
      { kind: 'mcp', accesses: [{ kind: 'network', url: { known: false, reason: 'x' } }] },
      ['mcp'],
    ],
    ['a tool with another kind than its name: by its kind', 'bash', { kind: 'read' }, ['read']],
  ])('%s', (_name, tool, part, expected) => {
    expect(hidden(tool, part)).toEqual(expected);
  });
});

test.each<[string, Part['kind'], string | undefined]>([
  ['bash', 'other', 'shell'],
  ['Shell', 'other', 'shell'],
  ['notebookedit', 'other', 'write'],
  ['webfetch', 'other', 'url'],
  ['GLOB', 'other', 'read'],
  ['bash', 'read', undefined],
  ['deploy', 'other', undefined],
  ['__proto__', 'other', undefined],
  ['constructor', 'other', undefined],
])('%s of the kind %s seems to be %s', (tool, kind, seeming) => {
  expect(seemingKind({ tool, input: {} }, partOf({ kind }))).toBe(seeming);
});
