import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const page = join(import.meta.dirname, '../../proof/sdks.md');

/** As much of vitest's JSON report as the page shows. */
interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

interface Result {
  readonly sdk: string;
  readonly about: string;
  readonly title: string;
  readonly passed: boolean;
}

/** Puts what was just measured into the page. */
export function writeTables(reports: readonly string[]): void {
  const results = reports.flatMap((file) => resultsIn(JSON.parse(readFileSync(file, 'utf8')) as Report));
  const text = readFileSync(page, 'utf8');
  const filled = [
    ['versions', versionTable()],
    ['contract', contractTable(results)],
    ['ways-around', waysTable(results)],
  ].reduce((before, [name = '', table = '']) => withSection(before, name, table), text);
  writeFileSync(page, filled);
}

function resultsIn({ testResults }: Report): readonly Result[] {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .flatMap(({ ancestorTitles: [group = ''], title, status }) => {
      const [sdk = '', about = ''] = group.split(': ');
      return about === '' ? [] : [{ sdk, about, title, passed: status === 'passed' }];
    });
}

function contractTable(results: readonly Result[]): string {
  const own = results.filter(({ about }) => about === 'contract');
  const sdks = [...new Set(own.map(({ sdk }) => sdk))];
  const cannot = ': cannot, because ';
  const notes: string[] = [];
  const cases = [...new Set(own.map(({ title }) => title.split(cannot)[0] ?? title))];
  const rows = cases.map((name) => {
    const cells = sdks.map((sdk) => {
      const found = own.find((one) => one.sdk === sdk && (one.title.split(cannot)[0] ?? '') === name);
      const why = found?.title.split(cannot)[1];
      if (why !== undefined && !notes.includes(why)) notes.push(why);
      return found === undefined
        ? 'not run'
        : why === undefined
          ? passed(found)
          : `no (${notes.indexOf(why) + 1})`;
    });
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  const head = [`| | ${sdks.join(' | ')} |`, `|---${'|---'.repeat(sdks.length)}|`];
  return [...head, ...rows, '', ...notes.map((why, index) => `(${index + 1}) ${why}.`)].join('\n').trimEnd();
}

function waysTable(results: readonly Result[]): string {
  const own = results.filter(({ about }) => about === 'ways around the gate');
  const rows = own.map((one) => `| ${one.sdk} | ${one.title.replaceAll('|', '\\|')} | ${passed(one)} |`);
  return ['| SDK | Tried | Held |', '|---|---|---|', ...rows].join('\n');
}

function passed({ passed: isPassed }: Result): string {
  return isPassed ? 'yes' : 'FAILED';
}

function versionTable(): string {
  const rows = ['open', 'proprietary'].flatMap((group) => {
    const { dependencies } = JSON.parse(
      readFileSync(join(import.meta.dirname, group, 'package.json'), 'utf8'),
    ) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    return Object.entries(dependencies).map(
      ([name, version]) => `| ${name} | ${version.replace(/^npm:/, '')} |`,
    );
  });
  return ['| Package | Version |', '|---|---|', ...rows].join('\n');
}

function withSection(text: string, name: string, table: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no section ${name}`);
  return `${text.slice(0, from + start.length)}\n\n${table}\n\n${text.slice(to)}`;
}
