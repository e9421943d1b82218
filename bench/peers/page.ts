import { readFileSync, writeFileSync } from 'node:fs';
import { replaceSection } from '../../packages/permesso/test/page-section.ts';
import { baselines, peers } from './peers.ts';
import { readResults, type EngineResult, type Results } from './results.ts';
import { questions, type Question } from './select-cases.ts';

const files = {
  leaderboard: new URL('../../proof/leaderboard.md', import.meta.url),
  readme: new URL('../../README.md', import.meta.url),
  proof: new URL('../../docs/proof.md', import.meta.url),
} as const;

type Page = keyof typeof files;

export function writtenPage(page: Page): string {
  return readFileSync(files[page], 'utf8');
}

/** A page with its figures as `results.json` has them. */
export function renderPage(page: Page): string {
  const results = readResults();
  if (page !== 'leaderboard') return replaceSection(writtenPage(page), 'peers', shortTable(results));
  return [
    ['results', fullTable(results)],
    ['cases', caseTable(results)],
    ['engines', engineList()],
  ].reduce((text, [name = '', section = '']) => replaceSection(text, name, section), writtenPage(page));
}

export function writePages(): void {
  for (const page of Object.keys(files) as Page[]) writeFileSync(files[page], renderPage(page));
}

interface Row {
  readonly name: string;
  readonly result: EngineResult;
  readonly isSandboxed: boolean;
}

function rowsOf({ engines }: Results): readonly Row[] {
  return engines.map((result) => {
    const peer = peers.find(({ id }) => id === result.id);
    const title = peer?.title ?? baselines.find(({ id }) => id === result.id)?.title ?? `**Permesso**`;
    return {
      name: result.version === undefined ? `*${title}*` : `${title} ${result.version}`,
      result,
      isSandboxed: peer?.sandboxed === true,
    };
  });
}

function notRun({ asked, denied }: EngineResult['wrong'][Question]): number {
  return asked + denied;
}

function fullTable(results: Results): string {
  const { cases, atWork, date, corpus } = results;
  const all = Object.values(cases).reduce((sum, count) => sum + count, 0);
  const head = [
    'engine',
    `ran unasked, of ${cases.leak}`,
    `the same by an option, of ${cases.widened}`,
    `denied, and ran, of ${cases.hold}`,
    `allowed, and asked, of ${cases.work}`,
    `read-only, and asked, of ${cases.everyday}`,
    ...(atWork === undefined ? [] : [`at work, asked, of ${atWork}`]),
    'errors',
  ];
  const lines = rowsOf(results).map(({ name, result: { wrong, errors, atWork: asked }, isSandboxed }) => [
    name,
    wrong.leak.ran,
    wrong.widened.ran,
    `${wrong.hold.ran}${wrong.hold.asked === 0 ? '' : ` (and asked ${wrong.hold.asked})`}`,
    notRun(wrong.work),
    isSandboxed ? 'sandbox' : notRun(wrong.everyday),
    ...(atWork === undefined ? [] : [isSandboxed ? 'sandbox' : (asked ?? '')]),
    errors,
  ]);
  return [
    `Measured on ${date} with ${all} of the ${corpus} cases of \`corpus/\`. Lower is better in every column.`,
    '',
    table(head, lines),
  ].join('\n');
}

function caseTable({ cases }: Results): string {
  return table(
    ['column', 'cases', 'what they ask'],
    (Object.keys(questions) as Question[]).map((question, at) => [
      at + 1,
      cases[question],
      questions[question],
    ]),
  );
}

function engineList(): string {
  return [
    table(
      ['engine', 'what it claims', 'how it is run here', 'a command that no rule names'],
      peers.map(({ title, version, licence, claims, how, unnamed }) => [
        `${title} ${version} (${licence})`,
        claims,
        how,
        unnamed,
      ]),
    ),
    '',
    ...baselines.map(({ title, how }) => `- *${title}* ${how}.`),
  ].join('\n');
}

function shortTable(results: Results): string {
  const { cases, date } = results;
  const head = [
    date,
    `ran unasked, of ${cases.leak}`,
    `denied, yet ran, of ${cases.hold}`,
    `allowed, yet asked, of ${cases.work}`,
  ];
  const lines = rowsOf(results)
    .filter(({ result }) => result.version !== undefined)
    .map(({ name, result: { wrong } }) => [name, wrong.leak.ran, wrong.hold.ran, notRun(wrong.work)]);
  return table(head, lines);
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const numeric = head.map((_, at) =>
    rows.every((row) => typeof row[at] === 'number' || row[at] === 'sandbox'),
  );
  return [
    `| ${head.join(' | ')} |`,
    `| ${numeric.map((is, at) => (is && at > 0 ? '--:' : '---')).join(' | ')} |`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}

if (process.argv[1] === import.meta.filename && process.argv.includes('--write')) writePages();
