/** `node packages/permesso/test/architecture/page.ts --write`: the parts of ARCHITECTURE.md that are made from the law. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceSection } from '../page-section.ts';
import { packageLaws } from './law.ts';
import type { PackageLaw, Stage } from './law-shape.ts';

const repository = join(import.meta.dirname, '../../../..');
const page = join(repository, 'ARCHITECTURE.md');

/** The page as it should be. */
export function renderArchitecturePage(): string {
  const sections: Readonly<Record<string, string>> = {
    packages: packagesTable(),
    map: packageLaws.map(mapOf).join('\n\n'),
    law: packageLaws.map(orderOf).join('\n'),
    'entry points': entryPoints(),
  };
  return Object.entries(sections).reduce(
    (text, [name, section]) => replaceSection(text, name, section),
    writtenArchitecturePage(),
  );
}

export function writtenArchitecturePage(): string {
  return readFileSync(page, 'utf8');
}

function packagesTable(): string {
  const rows = packageLaws.map(
    ({ folder, name, about, uses }) =>
      `| \`packages/${folder}/\` | \`${name}\` | ${about} | ${uses.map((each) => `\`${each}\``).join(', ') || 'none'} |`,
  );
  return ['| Folder | Package | What it is | Uses |', '|---|---|---|---|', ...rows].join('\n');
}

function mapOf({ folder, name, stages }: PackageLaw): string {
  const rows = stages.flatMap((stage) => [rowOf(folder, stage), ...folderRows(folder, stage)]);
  return [`### ${name}`, '', '| Place | Owns |', '|---|---|', ...rows].join('\n');
}

function rowOf(folder: string, { name, owns }: Stage): string {
  return `| \`packages/${folder}/src/${name}${isFile(folder, name) ? '.ts' : '/'}\` | ${owns} |`;
}

function folderRows(folder: string, { name, folders = {} }: Stage): readonly string[] {
  return Object.entries(folders).map(
    ([inner, owns]) => `| \`packages/${folder}/src/${name}/${inner}/\` | ${owns} |`,
  );
}

/** A stage of one file stands beside the folders. */
export function isFile(folder: string, name: string): boolean {
  try {
    readFileSync(join(repository, 'packages', folder, 'src', `${name}.ts`));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function orderOf({ name, stages }: PackageLaw): string {
  return `    ${name}: ${stages.map((stage) => stage.name).join(' < ')}`;
}

function entryPoints(): string {
  const rows = packageLaws.flatMap(({ folder, name }) => {
    const { exports = {} } = JSON.parse(
      readFileSync(join(repository, 'packages', folder, 'package.json'), 'utf8'),
    ) as { readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>> };
    return Object.entries(exports).map(([path, target]) => {
      const file = typeof target === 'string' ? target : (target['default'] ?? '');
      const source = file.replace('./dist/', 'src/').replace(/\.js$/, '.ts').replace(/^\.\//, '');
      return `| \`${name}${path.slice(1)}\` | \`packages/${folder}/${source}\` |`;
    });
  });
  return ['| Import | File |', '|---|---|', ...rows].join('\n');
}

if (process.argv[1] === import.meta.filename && process.argv.includes('--write')) {
  writeFileSync(page, renderArchitecturePage());
}
