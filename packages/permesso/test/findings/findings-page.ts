/** `--write` renews proof/findings.md. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { replaceSection } from '../page-section.ts';
import { builderFindings } from './builder-findings.ts';
import { administratorFindings, findings, type ListedFinding } from './findings.ts';

interface FindingTest {
  readonly number: number;
  readonly title: string;
  /** From the root of the repository. */
  readonly file: string;
}

const repository = join(import.meta.dirname, '../../../..');
const page = join(repository, 'proof/findings.md');
const testFiles = [
  'packages/*/{src,test}/**/*.test.{ts,tsx}',
  '{bench,host-tests,release,site,editors}/**/*.test.ts',
];

const title = /(?<quote>['"`])Finding (?<number>\d+): (?<text>(?:\\.|(?!\k<quote>).)+)\k<quote>/g;

export function readFindingTests(source: string, file: string): readonly FindingTest[] {
  return Array.from(source.matchAll(title), ({ groups }) => ({
    number: Number(groups?.['number']),
    title: (groups?.['text'] ?? '').replaceAll(/\\(.)/g, '$1'),
    file,
  }));
}

/** By number, then by file; tests of one file in its order. */
export function scanFindingTests(): readonly FindingTest[] {
  const files = globSync(testFiles, { cwd: repository, exclude: ['**/node_modules/**'] });
  return files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('packages/permesso/test/findings/'))
    .toSorted()
    .flatMap((file) => readFindingTests(readFileSync(join(repository, file), 'utf8'), file))
    .toSorted((one, other) => one.number - other.number);
}

export function writtenFindingsPage(): string {
  return readFileSync(page, 'utf8');
}

/** A line for each test, so that tests that are added at the same time rarely conflict here. */
export function renderFindingsPage(tests: readonly FindingTest[]): string {
  const text = Object.entries(findings).map(([number, sentence]) => {
    const rows = tests
      .filter((one) => one.number === Number(number))
      .map(({ title: says, file }) => `- ${says} ([${basename(file)}](../${file}))`);
    return [`## ${number}`, '', sentence, ...(rows.length === 0 ? [] : ['', ...rows])].join('\n');
  });
  text.push(renderListed('administrator', administratorFindings), renderListed('builder', builderFindings));
  return replaceSection(writtenFindingsPage(), 'findings', text.join('\n\n'));
}

function renderListed(of: string, listed: Readonly<Record<string, ListedFinding>>): string {
  const rows = Object.entries(listed).map(([name, is]) => {
    if (typeof is === 'number') return `- ${name}: [${is}](#${is})`;
    return `- ${name}: ${typeof is === 'string' ? is : `${is[1]} ([${basename(is[0])}](../${is[0]}))`}`;
  });
  return [`## Of ${/^[aeiou]/.test(of) ? 'an' : 'a'} ${of}`, '', ...rows].join('\n');
}

if (import.meta.main && process.argv.includes('--write'))
  writeFileSync(page, renderFindingsPage(scanFindingTests()));
