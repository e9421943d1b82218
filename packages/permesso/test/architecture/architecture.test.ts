import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkArchitecture, ruleNames, stageOf, type Complaint } from './check.ts';
import { packageLaws } from './law.ts';
import type { PackageLaw } from './law-shape.ts';
import { packagesFolder, sourcesOf } from './read-sources.ts';
import { isFile, renderArchitecturePage, writtenArchitecturePage } from './page.ts';

describe.each(packageLaws)('the sources of $name', (law) => {
  const sources = sourcesOf(law);

  test('were read, every stage of them, and every stage is there', () => {
    expect(sources.size).toBeGreaterThanOrEqual(law.stages.length);
    const present = [...new Set([...sources.keys()].map(stageOf))];
    expect(present.toSorted()).toEqual(law.stages.map(({ name }) => name).toSorted());
  });

  test('keep the law', () => {
    expect(checkArchitecture(sources, law)).toEqual([]);
  });

  test('stand in folders that the law names', () => {
    const src = join(packagesFolder, law.folder, 'src');
    const named = law.stages.flatMap(({ name, folders = {} }) =>
      // A plug-in may be taken out.
      isFile(law.folder, name)
        ? []
        : [name, ...(name === 'plugins' ? [] : Object.keys(folders).map((inner) => `${name}/${inner}`))],
    );
    const missing = named.filter((folder) => readdirSync(join(src, folder)).length === 0);
    expect(missing).toEqual([]);
  });
});

test('every package of the repository is in the law', () => {
  const folders = readdirSync(packagesFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(packageLaws.map(({ folder }) => folder).toSorted()).toEqual(folders.toSorted());
});

test('the map, the law and the entry points on the page are those of the code', () => {
  expect(writtenArchitecturePage()).toBe(renderArchitecturePage());
});

/** A small package that is right, so that each complaint below comes from the one file put into it. */
const law: PackageLaw = {
  folder: 'small',
  name: 'small',
  about: 'an example',
  uses: ['@permesso/engine'],
  pure: true,
  browser: true,
  stages: [
    { name: 'call', owns: '' },
    { name: 'facts', owns: '', packages: ['unbash'] },
    { name: 'decision', owns: '' },
    { name: 'approvals', owns: '', isModule: true },
    { name: 'index', owns: '' },
    { name: 'hosts', owns: '' },
    { name: 'plugins', owns: '' },
    { name: 'open-plugins', owns: '' },
  ],
};

const right: Readonly<Record<string, string>> = {
  'call/tool-call.ts': 'export interface ToolCall { readonly tool: string }',
  'facts/find.ts': "import { parse } from 'unbash';\nimport type { ToolCall } from '../call/tool-call.ts';",
  'facts/find.test.ts': "import { test } from 'vitest';\nimport { tmpdir } from 'node:os';\nDate.now();",
  'decision/decide.ts': "export * from '../facts/find.ts';",
  'approvals/vote.ts': 'export const vote = 1;',
  'approvals/index.ts': "export { vote } from './vote.ts';",
  'index.ts': "export { decide } from './decision/decide.ts';\nimport { vote } from './approvals/index.ts';",
  'hosts/some-agent/to-call.ts': "import { decide } from '../../index.ts';",
  'plugins/one/rows.ts': 'export const rows = [];',
  'plugins/one/one.ts': "import { rows } from './rows.ts';",
  'plugins/index.ts': "import { rows } from './one/rows.ts';",
  'open-plugins.ts': "import { plugins } from './plugins/index.ts';",
  'decision/b-routes.ts': 'export const list = [];',
  'decision/all-routes.ts': "import { list } from './b-routes.ts';",
};

function complaintsAbout(file: string, text: string): readonly Complaint[] {
  return checkArchitecture(new Map(Object.entries({ ...right, [file]: text })), law);
}

const longText = 'export {};\n'.repeat(401);
const later = 'imports decision/decide.ts, a later stage';

/** For each rule: a file, its text, and the complaint. */
const wrong: Readonly<Record<string, readonly (readonly [file: string, text: string, what: string])[]>> = {
  'known stage': [
    ['addons/load.ts', '', 'addons is not a stage'],
    ['start.ts', '', 'start is not a stage'],
  ],
  'stage order': [
    ['facts/a.ts', "import { decide } from '../decision/decide.ts';", later],
    ['facts/a.ts', "import type { D } from '../decision/decide.ts';", later],
    ['facts/a.ts', "import {\n  decide, // and\n  more,\n} from '../decision/decide.ts';", later],
    ['facts/a.ts', "export * from '../decision/decide.ts';", later],
    ['facts/a.ts', "const d = await import('../decision/decide.ts');", later],
    ['facts/a.test.ts', "import { decide } from '../decision/decide.ts';", later],
    ['decision/a.ts', "export { a } from '../index.ts';", 'imports index.ts, a later stage'],
  ],
  'no cycles': [
    [
      'call/tool-call.ts',
      "import type { T } from './tool-call.ts';",
      'imports call/tool-call.ts, which leads back to it',
    ],
  ],
  'pure imports': [
    ['call/a.ts', "import { readFileSync } from 'node:fs';", 'imports node:fs in a pure package'],
    ['decision/a.ts', "import type { Stats } from 'node:fs';", 'imports node:fs in a pure package'],
  ],
  'pure names': [
    ['facts/a.ts', 'export const now = Date.now();', 'uses Date in a pure package'],
    ['facts/a.ts', 'const { env } = process;', 'uses process in a pure package'],
    ['facts/a.ts', 'const a = Math.random();', 'uses Math.random in a pure package'],
    ['facts/a.ts', "const a = Buffer.from('a');", 'uses Buffer in a pure package'],
    ['decision/a.ts', 'const text = `at ${process.cwd()}`;', 'uses process in a pure package'],
    ['decision/a.ts', 'const quote = /["\'`]/;\nprocess.exit();', 'uses process in a pure package'],
  ],
  'in a browser': [
    ['hosts/page.tsx', "import { a } from 'node:fs';", 'imports node:fs, which no browser has'],
  ],
  'listed packages': [
    [
      'hosts/a.ts',
      "import { a } from '@some/one/deep.js';",
      'imports @some/one, which is not listed for hosts',
    ],
    ['decision/a.ts', "import { parse } from 'unbash';", 'imports unbash, which is not listed for decision'],
  ],
  'product code': [
    [
      'decision/a.ts',
      "import { a } from '../facts/find.test.ts';",
      'imports facts/find.test.ts, which is not shipped',
    ],
    [
      'facts/a.ts',
      "import { a } from '../../spec/model.ts';",
      'imports ../spec/model.ts, which is not shipped',
    ],
  ],
  'readable imports': [
    ['hosts/a.ts', 'await import(name);', 'computes what it imports'],
    ['hosts/a.ts', "import { gone } from './gone.ts';", 'imports hosts/gone.ts, which does not exist'],
  ],
  'routes apart': [
    [
      'decision/a-routes.ts',
      "import { find } from '../facts/find.ts';\nimport { list } from './b-routes.ts';",
      'imports decision/b-routes.ts, which is other routes',
    ],
  ],
  'modules apart': [
    [
      'hosts/a.ts',
      "import { vote } from '../approvals/vote.ts';",
      'imports approvals/vote.ts, which is inside a module',
    ],
    [
      'hosts/a.ts',
      "import type { V } from '../approvals/vote.ts';",
      'imports approvals/vote.ts, which is inside a module',
    ],
  ],
  'plug-ins apart': [
    [
      'decision/a.ts',
      "import { rows } from '../plugins/one/rows.ts';",
      'imports plugins/one/rows.ts, a plug-in',
    ],
    [
      'decision/a.ts',
      "import type { Rows } from '../plugins/one/rows.ts';",
      'imports plugins/one/rows.ts, a plug-in',
    ],
    ['plugins/two/a.ts', "import { rows } from '../one/rows.ts';", 'imports plugins/one/rows.ts, a plug-in'],
    [
      'decision/a.ts',
      "import { plugins } from '../plugins/index.ts';",
      'imports plugins/index.ts, a plug-in',
    ],
    [
      'open-plugins.ts',
      "import { rows } from './plugins/one/rows.ts';",
      'imports plugins/one/rows.ts, a plug-in',
    ],
  ],
  'telling names': [
    ['facts/utils.ts', '', 'is called utils, which says nothing'],
    ['facts/helpers/a.test.ts', '', 'is called helpers, which says nothing'],
  ],
  'short files': [['facts/a.ts', longText, 'has 401 lines, more than 400']],
};

describe('the check', () => {
  test('is proven rule by rule', () => {
    expect([...Object.keys(wrong), 'clean entry', 'small hook']).toEqual(ruleNames);
  });

  test('finds nothing in a right package', () => {
    expect(checkArchitecture(new Map(Object.entries(right)), law)).toEqual([]);
  });

  test.each(
    Object.entries(wrong).flatMap(([rule, cases]) =>
      cases.map(([file, text, what]) => ({ rule, file, text, what })),
    ),
  )('$rule: $file $what', ({ rule, file, text, what }) => {
    expect(complaintsAbout(file, text)).toContainEqual({ file, rule, what });
  });

  test('a cycle through several files, of types alone, is found', () => {
    const product = new Map(
      Object.entries({
        ...right,
        'facts/a.ts': "import type { B } from './b.ts';",
        'facts/b.ts': "import type { C } from './c.ts';",
        'facts/c.ts': "import type { A } from './a.ts';",
      }),
    );
    const cycles = checkArchitecture(product, law).filter(({ rule }) => rule === 'no cycles');
    expect(cycles.map(({ file }) => file)).toEqual(['facts/a.ts', 'facts/b.ts', 'facts/c.ts']);
  });

  test('a folder with too many files is found', () => {
    const many = Object.fromEntries(Array.from({ length: 29 }, (_, at) => [`hosts/h${at}.ts`, '']));
    expect(checkArchitecture(new Map(Object.entries({ ...right, ...many })), law)).toEqual([
      { file: 'hosts', rule: 'small folders', what: 'holds 29 files' },
    ]);
  });

  test.each([
    ['call/a.ts', "const about = 'Date, process and fetch'; // Date.now()"],
    [
      'call/a.ts',
      '/* import x from "../hosts/check.ts"; */ const calls = { fetch: 1, process: 2 }; calls.fetch;',
    ],
    [
      'call/a.ts',
      "const half = 4 / 2; const text = `import x from '../hosts/check.ts';`; const third = 9 / 3;",
    ],
    ['facts/shell/commands/git.ts', longText],
    ['facts/a.test.ts', longText],
  ])('lets pass %s, case %#', (file, text) => {
    expect(complaintsAbout(file, text)).toEqual([]);
  });

  test('follows the entry point to everything it loads', () => {
    const product = new Map(
      Object.entries({
        ...right,
        'decision/decide.ts': "import '@permesso/engine/text';",
      }),
    );
    expect(checkArchitecture(product, law)).toContainEqual({
      file: 'index.ts',
      rule: 'clean entry',
      what: 'loads @permesso/engine/text through decision/decide.ts',
    });
  });

  test.each([
    ['hosts/some-agent/setup.ts', "export { install } from './setup.ts';"],
    ['install/manifest.ts', "export { manifest } from '../../install/manifest.ts';"],
    ['host-lists/hosts.ts', "export { hosts } from '../../host-lists/hosts.ts';"],
  ])('the hook may not load %s', (file, text) => {
    const sources = { ...right, [file]: '', 'hosts/some-agent/hook.ts': text };
    const hook = "import { someAgent } from '../hosts/some-agent/hook.ts';";
    expect(
      checkArchitecture(new Map(Object.entries({ ...sources, 'cli/hook.ts': hook })), law).filter(
        ({ rule }) => rule === 'small hook',
      ),
    ).toEqual([
      { file: 'cli/hook.ts', rule: 'small hook', what: `loads ${file} through hosts/some-agent/hook.ts` },
    ]);
  });
});
