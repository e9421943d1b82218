import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkArchitecture, ruleNames, stageOf, type Complaint } from './architecture.ts';

const src = join(import.meta.dirname, '../src');
const paths = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
const sources = new Map(
  paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(src, path), 'utf8')]),
);

describe('the sources', () => {
  test('were read, every stage of them', () => {
    const present = readdirSync(src).map(stageOf);
    expect(sources.size).toBeGreaterThanOrEqual(50);
    expect(new Set([...sources.keys()].map(stageOf))).toEqual(new Set(present));
  });

  test('keep the architecture', () => {
    expect(checkArchitecture(sources)).toEqual([]);
  });
});

/** A small product that is right, so that each complaint below comes from the one file put into it. */
const right: Readonly<Record<string, string>> = {
  'call/tool-call.ts': 'export interface ToolCall { readonly tool: string }',
  'world/world.ts': 'export interface World { readonly now: number }',
  'world/read-world.ts': "import { homedir } from 'node:os';\nexport const home = (): string => homedir();",
  'facts/find.ts':
    "import type { home } from '../world/read-world.ts';\nimport { World } from '../world/world.ts';",
  'facts/find.test.ts': "import { test } from 'vitest';\nimport { tmpdir } from 'node:os';\nDate.now();",
  'decision/decide.ts': "import type { World } from '../world/world.ts';\nexport * from '../facts/find.ts';",
  'gate.ts': "import { decide } from './decision/decide.ts';\nimport { home } from './world/read-world.ts';",
  'index.ts': "export { createGate } from './gate.ts';",
  'hosts/some-agent/to-call.ts': "import { createGate } from '../../index.ts';",
  'cli/check.ts': "import '../hosts/some-agent/to-call.ts';\nconsole.log(process.argv);",
};

function complaintsAbout(file: string, text: string): readonly Complaint[] {
  return checkArchitecture(new Map(Object.entries({ ...right, [file]: text })));
}

const longText = 'export {};\n'.repeat(401);

const later = 'imports decision/decide.ts, a later stage';
const runs = 'runs world/read-world.ts, of which a pure stage sees only types';

/** For each rule: a file, its text, and what is said about it. */
const wrong: Readonly<Record<string, readonly (readonly [file: string, text: string, what: string])[]>> = {
  'known stage': [
    ['plugins/load.ts', '', 'plugins is not a stage'],
    ['start.ts', '', 'start is not a stage'],
  ],
  'stage order': [
    ['facts/a.ts', "import { decide } from '../decision/decide.ts';", later],
    ['facts/a.ts', "import type { D } from '../decision/decide.ts';", later],
    ['facts/a.ts', "import {\n  decide, // and\n  more,\n} from '../decision/decide.ts';", later],
    ['facts/a.ts', "export * from '../decision/decide.ts';", later],
    ['facts/a.ts', "const d = await import('../decision/decide.ts');", later],
    ['facts/a.test.ts', "import { decide } from '../decision/decide.ts';", later],
    ['call/a.ts', "import type { World } from '../world/world.ts';", 'imports world/world.ts, a later stage'],
    ['record/a.ts', "import { createGate } from '../gate.ts';", 'imports gate.ts, a later stage'],
    ['gate.ts', "import { createGate } from './index.ts';", 'imports index.ts, a later stage'],
    ['index.ts', "export { check } from './cli/check.ts';", 'imports cli/check.ts, a later stage'],
  ],
  'world as data': [
    ['policy/a.ts', "import { home } from '../world/read-world.ts';", runs],
    ['policy/a.ts', "import { type home } from '../world/read-world.ts';", runs],
    ['world/world.ts', "import { home } from './read-world.ts';", runs],
  ],
  'pure imports': [
    ['call/a.ts', "import { readFileSync } from 'node:fs';", 'imports node:fs in a pure stage'],
    ['decision/a.ts', "import type { Stats } from 'node:fs';", 'imports node:fs in a pure stage'],
    ['world/world.ts', "import 'node:fs';", 'imports node:fs in a pure stage'],
  ],
  'pure names': [
    ['facts/a.ts', 'export const now = Date.now();', 'uses Date in a pure stage'],
    ['facts/a.ts', 'const { env } = process;', 'uses process in a pure stage'],
    ['policy/a.ts', 'const a = performance.now();', 'uses performance in a pure stage'],
    ['policy/a.ts', 'const a = Math.random();', 'uses Math.random in a pure stage'],
    ['policy/a.ts', "await fetch('https://example.com');", 'uses fetch in a pure stage'],
    ['decision/a.ts', 'setTimeout(() => 1, 1);', 'uses setTimeout in a pure stage'],
    ['decision/a.ts', 'const key = "Date" in globalThis.cache;', 'uses globalThis in a pure stage'],
    ['decision/a.ts', 'const text = `at ${process.cwd()}`;', 'uses process in a pure stage'],
    ['decision/a.ts', 'const quote = /["\'`]/;\nprocess.exit();', 'uses process in a pure stage'],
  ],
  'listed packages': [
    ['cli/a.ts', "import { a } from '@some/one/deep.js';", 'imports @some/one, which is not listed for cli'],
    ['facts/a.ts', "import { join } from 'path';", 'imports path, which is not listed for facts'],
  ],
  'product code': [
    [
      'gate.ts',
      "import { a } from './facts/find.test.ts';",
      'imports facts/find.test.ts, which is not shipped',
    ],
    [
      'facts/a.ts',
      "import { a } from '../../spec/model.ts';",
      'imports ../spec/model.ts, which is not shipped',
    ],
  ],
  'readable imports': [
    ['cli/a.ts', 'await import(name);', 'computes what it imports'],
    ['cli/a.ts', "import { gone } from './gone.ts';", 'imports cli/gone.ts, which does not exist'],
  ],
  'telling names': [
    ['facts/utils.ts', '', 'is called utils, which says nothing'],
    ['facts/helpers/a.test.ts', '', 'is called helpers, which says nothing'],
  ],
  'short files': [['facts/a.ts', longText, 'has 401 lines, more than 400']],
};

describe('the check', () => {
  test('is proven rule by rule', () => {
    expect([...Object.keys(wrong), 'clean door']).toEqual(ruleNames);
  });

  test('has nothing to say about a right product', () => {
    expect(checkArchitecture(new Map(Object.entries(right)))).toEqual([]);
  });

  test.each(
    Object.entries(wrong).flatMap(([rule, cases]) =>
      cases.map(([file, text, what]) => ({ rule, file, text, what })),
    ),
  )('$rule: $file $what', ({ rule, file, text, what }) => {
    expect(complaintsAbout(file, text)).toContainEqual({ file, rule, what });
  });

  test.each([
    ['call/a.ts', "const about = 'Date, process and fetch'; // Date.now()"],
    [
      'call/a.ts',
      '/* import x from "../cli/check.ts"; */ const calls = { fetch: 1, process: 2 }; calls.fetch;',
    ],
    [
      'call/a.ts',
      "const half = 4 / 2; const text = `import x from '../cli/check.ts';`; const third = 9 / 3;",
    ],
    ['facts/shell/commands/git.ts', longText],
    ['facts/a.test.ts', longText],
  ])('lets pass %s, case %#', (file, text) => {
    expect(complaintsAbout(file, text)).toEqual([]);
  });

  test('follows the door to everything it loads', () => {
    const product = new Map(
      Object.entries({
        ...right,
        'record/log.ts': "import { z } from 'zod';\nimport type { Command } from 'citty';",
        'record/ask.ts': "import { text } from '@clack/prompts';",
        'gate.ts': "import { log } from './record/log.ts';\nconst ask = await import('./record/ask.ts');",
      }),
    );
    const atTheDoor = checkArchitecture(product).filter(({ rule }) => rule === 'clean door');
    expect(atTheDoor).toEqual([
      { file: 'index.ts', rule: 'clean door', what: 'loads @clack/prompts through record/ask.ts' },
      { file: 'index.ts', rule: 'clean door', what: 'loads zod through record/log.ts' },
    ]);
    expect(complaintsAbout('gate.ts', "import './hosts/some-agent/to-call.ts';")).toContainEqual({
      file: 'index.ts',
      rule: 'clean door',
      what: 'loads hosts/some-agent/to-call.ts through gate.ts',
    });
  });
});
