import { readFileSync, writeFileSync } from 'node:fs';
import { type Difference, DIFFERENCES } from '@permesso/engine/facts';
import { replaceSection } from '../page-section.ts';

const page: URL = new URL('../../../../docs/shells.md', import.meta.url);

/** The page with the rows of the engine. */
export function renderShellsPage(): string {
  const rows = Object.values(DIFFERENCES).map(renderRow);
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

function renderRow({ construct, shells, meaning, does, examples: [example] }: Difference): string {
  const line = example.line.replaceAll('\n', ' ⏎ ').replaceAll('|', '\\|');
  const cells = [
    construct,
    shells.join(', '),
    meaning,
    does === 'doubt' ? 'ask' : 'read it so, too',
    code(line),
  ];
  return `| ${cells.map((cell) => cell.replaceAll(/(?<!\\)\|/gu, '\\|')).join(' | ')} |`;
}

function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
