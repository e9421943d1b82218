import type { DeepImports } from './count-imports.ts';
import type { Counted, SourceCounts } from './count-sources.ts';
import type { InstallSize } from './install-sizes.ts';

export interface Size extends SourceCounts {
  readonly importsOfRoots: Readonly<Record<string, number>>;
  readonly deepImports: DeepImports;
  readonly tenChanges: readonly TouchedFiles[];
  readonly installed?: Readonly<Record<string, InstallSize>>;
}

export interface TouchedFiles {
  readonly change: string;
  readonly files: number;
  readonly touched: readonly string[];
  /** Named in the list and gone: the list is wrong. */
  readonly missing: readonly string[];
}

/** For people; `--json` has the rest. */
export function printSize(size: Size): string {
  const { all, withoutCatalogue, catalogue, plugins, core, deepImports } = size;
  const sources: readonly (readonly [string, Counted])[] = [
    ['all', all],
    ['without the catalogue', withoutCatalogue],
    ['catalogue of commands', catalogue],
    ['plug-ins', plugins],
    ['core', core],
    ...Object.entries(size.packages).map(([name, counted]) => [`  ${name}`, counted] as const),
  ];
  const rows: readonly string[] = [
    'lines and files of .ts .tsx .sql .css in packages, without tests',
    ...sources.map(([name, { lines, files }]) => row(name, lines, `${files} files`)),
    '',
    'imports of composition roots',
    ...Object.entries(size.importsOfRoots).map(([root, imports]) => row(root, imports)),
    '',
    'imports behind an entry point',
    row('internal/*', deepImports.internal, `${deepImports.internalPaths} paths`),
    row('relative, into another package', deepImports.relative, `${deepImports.relativePaths} paths`),
    '',
    'files that ten changes touch',
    ...size.tenChanges.map(({ change, files, missing }) =>
      row(change, files, missing.length === 0 ? '' : `missing: ${missing.join(', ')}`),
    ),
    ...(size.installed === undefined
      ? []
      : [
          '',
          'megabytes of an install on disk',
          ...Object.entries(size.installed).map(([name, { megabytesOnDisk, packages, largest }]) =>
            row(
              name,
              megabytesOnDisk,
              `${packages} packages; ${Object.entries(largest)
                .map(([each, bytes]) => `${each} ${bytes}`)
                .join(', ')}`,
            ),
          ),
        ]),
  ];
  return `${rows.map((line) => line.trimEnd()).join('\n')}\n`;
}

function row(name: string, figure: number, beside = ''): string {
  return `  ${name.padEnd(50)}${figure.toLocaleString('en').padStart(9)}  ${beside}`;
}
