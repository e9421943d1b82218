import { describe, expect, test } from 'vitest';
import { compositionRoots, countDeepImports, importsOfRoots } from './count-imports.ts';
import { countSources } from './count-sources.ts';
import { pluginFolders } from './plugin-folders.ts';
import { readTracked, type Tracked } from './read-tracked.ts';
import { tenChanges } from './ten-changes.ts';

const tracked = readTracked();

test.each(tenChanges)('$change: its files are there', ({ files }) => {
  expect(files.filter((file) => !tracked.has(file))).toEqual([]);
});

test('composition roots and folders of plug-ins are there', () => {
  expect(compositionRoots.filter((file) => !tracked.has(file))).toEqual([]);
  const places = [...tracked.keys()];
  expect(pluginFolders.filter((folder) => !places.some((file) => file.startsWith(folder)))).toEqual([]);
});

test('the sources without the rows of programs weigh no more than docs/decisions/0059 says', () => {
  expect(countSources(tracked).withoutCatalogue.lines).toBeLessThanOrEqual(188_000);
});

describe('counted', () => {
  const deep = '@permesso/engine/internal/a';
  const made: Tracked = new Map(
    Object.entries({
      'packages/engine/src/a.ts': "import { b } from './b.ts';\nexport const a = b;\n",
      'packages/engine/src/a.test.ts': "import { a } from './a.ts';\n",
      'packages/engine/src/facts/shell/commands/git.ts': 'row\nrow\nrow\n',
      'packages/engine/src/facts/shell/commands/families.ts': 'list\n',
      'packages/engine/test/far.ts': 'test\n',
      'packages/server/src/assemble.ts': `import type { A } from '${deep}';\nexport { a } from '../../engine/src/a.ts';\n`,
      'packages/server/src/read.sql': 'select 1;\n',
      'bench/main.ts': `const { a } = await import('${deep}');\n`,
    }).map(([file, text]) => [file, () => text]),
  );

  test('are sources of packages, rows about commands apart', () => {
    expect(countSources(made)).toMatchObject({
      all: { files: 5, lines: 9 },
      catalogue: { files: 1, lines: 3 },
      withoutCatalogue: { files: 4, lines: 6 },
      packages: { engine: { files: 3, lines: 6 }, server: { files: 2, lines: 3 } },
    });
  });

  test('are imports that reach behind an entry point, by both names', () => {
    expect(importsOfRoots(made)['packages/server/src/assemble.ts']).toBe(2);
    expect(countDeepImports(made)).toEqual({
      internal: 2,
      internalPaths: 1,
      relative: 1,
      relativePaths: 1,
    });
  });
});
