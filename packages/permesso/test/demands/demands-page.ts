/** `--write` renews proof/demands.md. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { replaceSection } from '../page-section.ts';
import type { Demand, Topic } from './demand.ts';
import { topics } from './demands.ts';

const repository = join(import.meta.dirname, '../../../..');
const page = join(repository, 'proof/demands.md');

export function writtenDemandsPage(): string {
  return readFileSync(page, 'utf8');
}

export function renderDemandsPage(): string {
  let at = 0;
  const text = topics.map(({ title, demands }: Topic) => {
    const rows = demands.map((demand) => rowOf(demand, (at += 1)));
    return [`## ${title}`, '', '| | Demand | Shown by |', '|---|---|---|', ...rows].join('\n');
  });
  return replaceSection(writtenDemandsPage(), 'demands', text.join('\n\n'));
}

function rowOf({ says, file, name, differs }: Demand, at: number): string {
  const difference =
    differs === undefined ? '' : ` [Differs](../docs/decisions/${differs.decision}): ${differs.how}`;
  return `| ${at} | ${cell(says)}${difference === '' ? '' : `.${cell(difference)}`} | ${cell(name)} ([${basename(file)}](../${file})) |`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** Demands whose test, or whose decision, is not there. */
export function unshown(all: readonly Demand[]): readonly string[] {
  return all
    .filter(({ file, name, differs }) => {
      const path = join(repository, file);
      const isDecided =
        differs === undefined || existsSync(join(repository, 'docs/decisions', differs.decision));
      return !isDecided || !existsSync(path) || !namesTest(readFileSync(path, 'utf8'), name);
    })
    .map(({ says }) => says);
}

/** The whole text of a name, as the sources write it: of a test, a group, or a row of tests. */
function namesTest(source: string, name: string): boolean {
  const text = source.replaceAll(/\\(['"`])/g, '$1');
  return [`'${name}'`, `"${name}"`, `\`${name}\``].some((quoted) => text.includes(quoted));
}

if (import.meta.main && process.argv.includes('--write')) writeFileSync(page, renderDemandsPage());
