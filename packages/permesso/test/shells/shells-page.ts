import { readFileSync, writeFileSync } from 'node:fs';
import { replaceSection } from '../page-section.ts';
import { differenceRows, type DifferenceRow } from './difference-rows.ts';

const page: URL = new URL('../../../../proof/shells.md', import.meta.url);

/** The page with the rows of the engine. */
export function renderShellsPage(): string {
  const rows = differenceRows.map(renderRow);
  const table = [
    '| Written | Shells | What they make of it | We | Example |',
    '|---|---|---|---|---|',
    ...rows,
  ];
  return replaceSection(writtenShellsPage(), 'differences', table.join('\n'));
}

export function writtenShellsPage(): string {
  return readFileSync(page, 'utf8');
}

export function writeShellsPage(): void {
  writeFileSync(page, renderShellsPage());
}

function renderRow({ row, meaning, does, examples: [example] }: DifferenceRow): string {
  const line = example.line.replaceAll('\n', ' ⏎ ').replaceAll('|', '\\|');
  const cells = [
    row.construct,
    row.shells.join(', '),
    meaning,
    does === 'doubt' ? 'ask' : 'read it so, too',
    code(line),
  ];
  return `| ${cells.map((cell) => cell.replaceAll(/(?<!\\)\|/gu, '\\|')).join(' | ')} |`;
}

function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
