import { pluginFolders } from './plugin-folders.ts';
import type { Tracked } from './read-tracked.ts';

export interface Counted {
  readonly files: number;
  readonly lines: number;
}

export interface SourceCounts {
  /** `.ts .tsx .sql .css` of the packages, without tests. */
  readonly all: Counted;
  /** Files of rows about commands: data, written as TypeScript. */
  readonly catalogue: Counted;
  readonly withoutCatalogue: Counted;
  readonly plugins: Counted;
  /** Neither plug-ins nor the catalogue. */
  readonly core: Counted;
  readonly packages: Readonly<Record<string, Counted>>;
}

/** The packages; everything beside them (tests, benches, examples, the site, releases, tools) is not what users run. */
const source = /^packages\/[^/]+\/.*\.(?:tsx?|sql|css)$/;
const test = /\/test\/|\.test\.tsx?$/;
/** `families.ts` lists the families and is code. */
const catalogue = /^packages\/engine\/src\/facts\/shell\/commands\/(?!families\.ts$)/;

export function countSources(tracked: Tracked): SourceCounts {
  const lines = new Map(
    [...tracked]
      .filter(([file]) => source.test(file) && !test.test(file))
      .map(([file, read]) => [file, read().split('\n').length - 1]),
  );
  const count = (isCounted: (file: string) => boolean): Counted => {
    const counted = [...lines].filter(([file]) => isCounted(file));
    return { files: counted.length, lines: counted.reduce((sum, [, each]) => sum + each, 0) };
  };
  const isRow = (file: string): boolean => catalogue.test(file);
  const isPlugin = (file: string): boolean => pluginFolders.some((folder) => file.startsWith(folder));
  const names = [...new Set(Array.from(lines.keys(), (file) => file.split('/')[1] ?? ''))].toSorted();
  return {
    all: count(() => true),
    catalogue: count(isRow),
    withoutCatalogue: count((file) => !isRow(file)),
    plugins: count(isPlugin),
    core: count((file) => !isRow(file) && !isPlugin(file)),
    packages: Object.fromEntries(
      names.map((name) => [name, count((file) => file.startsWith(`packages/${name}/`))]),
    ),
  };
}
