import { readFileSync, writeFileSync } from 'node:fs';
import { ownEngine, scoreEngine } from '../src/cli/commands/conformance.ts';
import { corpus, furtherCorpus } from './corpus.ts';
import { replaceSection } from './page-section.ts';

const page: URL = new URL('../../../proof/conformance.md', import.meta.url);

/** The page with its result table as the engine answers now. */
export async function renderConformancePage(): Promise<string> {
  return replaceSection(writtenConformancePage(), 'results', await resultTable());
}

export function writtenConformancePage(): string {
  return readFileSync(page, 'utf8');
}

async function resultTable(): Promise<string> {
  const rows: (readonly (string | number)[])[] = [];
  const sum = [0, 0, 0, 0, 0, 0];
  for (const { name, cases } of [...corpus, ...furtherCorpus]) {
    const { pass, friction, wrongAllow, wrongAsk, wrongDeny } = await scoreEngine(cases, ownEngine);
    const figures = [cases.length, friction, pass, wrongAllow.length, wrongAsk.length, wrongDeny.length];
    for (const [place, figure] of figures.entries()) sum[place] = (sum[place] ?? 0) + figure;
    rows.push([`\`corpus/${name}\``, ...figures]);
  }
  rows.push(['**all**', ...sum]);
  return [
    '| file | cases | of them friction | pass | wrong allow | wrong ask | wrong deny |',
    '| --- | --: | --: | --: | --: | --: | --: |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}

if (process.argv.includes('--write')) writeFileSync(page, await renderConformancePage());
