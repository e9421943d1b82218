import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readShell } from '../../src/facts/shell/read/read-shell.ts';
import { generateScript } from '../fuzz-shell/grammar.ts';
import { seeded } from '../fuzz-shell/random.ts';
import { enoughRuns, runs } from '../runs.ts';
import { secondParser, type SecondReading } from './tree-sitter-names.ts';
import { triage, type Difference } from './triage.ts';

const corpus = new URL('../../../../corpus/', import.meta.url);

function corpusTexts(): readonly string[] {
  return readdirSync(corpus)
    .filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) => readFileSync(new URL(file, corpus), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .flatMap((line) => {
      const { call } = JSON.parse(line) as { call: { input: { command?: unknown } } };
      return typeof call.input.command === 'string' ? [call.input.command] : [];
    });
}

/** Names that the other parser found and we did not, where both say that they understood the text. */
function differences(text: string, second: SecondReading): readonly Difference[] {
  const { invocations, doubts } = readShell(text);
  if (second.hasError || doubts.length > 0) return [];
  const names = invocations.map(({ words }) => words[0]);
  if (names.some((name) => name?.kind === 'unknown')) return [];
  const ours = new Set(names.flatMap((name) => (name?.kind === 'literal' ? [name.text] : [])));
  return [...second.names].filter((name) => !ours.has(name)).map((name) => ({ text, name }));
}

test('what a second parser sees and we do not is known, each difference by its reason', async () => {
  const parse = await secondParser();
  const random = seeded(11);
  const generated = Array.from({ length: runs(2000) }, () => generateScript(random));
  const texts = [...new Set([...corpusTexts(), ...generated])];
  const found = texts.flatMap((text) => differences(text, parse(text)));
  const counts = triage.map(({ what, fits }) => ({ what, count: found.filter(fits).length }));
  process.stdout.write(
    `second parser: ${texts.length} texts, ${found.length} differences\n${counts.map(({ what, count }) => `  ${count}  ${what}\n`).join('')}`,
  );
  expect(found.filter((difference) => !triage.some(({ fits }) => fits(difference)))).toEqual([]);
  if (!enoughRuns) return;
  // A check that compares nothing would pass as well.
  expect(texts.length).toBeGreaterThan(1500);
  expect(counts[0]?.count).toBeGreaterThan(0);
});
