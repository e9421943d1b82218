import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hookHosts } from '../../packages/permesso/src/host-lists/hook-hosts.ts';
import { replaceSection } from '../../packages/permesso/test/page-section.ts';
import { rawAnswers } from './raw-answers.ts';
import type { Results } from './results.ts';

const file = join(import.meta.dirname, '../../docs/hosts.md');

export function writtenHostsPage(): string {
  return readFileSync(file, 'utf8');
}

export function writeHostsTable(results: Results): void {
  writeFileSync(file, renderHostsTable(results));
}

/** One line for each program, beginning with its name: what it makes of answers that nothing of ours puts right. */
export function renderHostsTable(results: Results): string {
  const head = ['Agent', 'Version, day', ...rawAnswers.map(({ name }) => name)];
  const rows = [...hookHosts].map(([name, { title }]) => {
    const { answers, version, measured } = results[name] ?? {};
    return answers === undefined
      ? [title, 'not measured', ...rawAnswers.map(() => '')]
      : [title, `${version}, ${measured}`, ...rawAnswers.map((one) => answers[one.name] ?? '-')];
  });
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return replaceSection(writtenHostsPage(), 'answers', lines.join('\n'));
}

/** Where a row would send an answer that was seen to run the call. */
export function answerComplaints(name: string, answers: Readonly<Record<string, string>>): readonly string[] {
  const row = hookHosts.get(name);
  return [
    ...(row?.asks === 'host' && answers['ask'] === 'runs' ? ['its row asks, and an ask runs the call'] : []),
    ...(row?.rewrites === true && answers['rewrite'] !== 'edited'
      ? [`its row rewrites, and a rewrite ${answers['rewrite']}`]
      : []),
  ];
}
