/**
 * What the oracle's runs amount to: `results.json` (one line for each program), the set of proven programs that the engine
 * reads, and proof/command-model.md.
 *
 *     node --conditions=@permesso/source packages/engine/test/oracle-commands/page.ts [--write] [--merge FILE...]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { commandModelPage, isProven, provenSource, type Recorded } from './command-model-page.ts';
import type { ProgramResult } from './run-lines.ts';
import { programRoot } from './sandbox.ts';
import { versionsIn } from './versions.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, merge: { type: 'boolean', default: false } },
});
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const resultsFile = at('results.json');
const pages: readonly (readonly [string, (all: readonly Recorded[]) => string])[] = [
  [at('../../src/facts/shell/commands/proven-programs.ts'), provenSource],
  [at('../../../../proof/command-model.md'), commandModelPage],
];

if (values.merge) merge(positionals);
const recorded = JSON.parse(readFileSync(resultsFile, 'utf8')) as readonly Recorded[];
for (const [file, text] of pages) {
  if (values.write) writeFileSync(file, text(recorded));
  else if (readFileSync(file, 'utf8') !== text(recorded)) {
    process.stderr.write(`${file} is not what results.json says: page.ts --write\n`);
    process.exitCode = 1;
  }
}
process.stdout.write(
  `${recorded.filter(isProven).length} programs proven, ${recorded.reduce((sum, { lines }) => sum + lines, 0)} lines\n`,
);

/** Lines of one program add up; what it contradicted is what its last run contradicted. */
function merge(files: readonly string[]): void {
  const all = new Map<string, Recorded>();
  const versionOf = versionsIn(programRoot());
  for (const one of JSON.parse(readFileSync(resultsFile, 'utf8')) as readonly Recorded[])
    all.set(one.program, one);
  for (const one of files.flatMap(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as readonly ProgramResult[],
  )) {
    const before = all.get(one.program);
    const union = (a: readonly string[] = [], b: readonly string[] = []): readonly string[] =>
      [...new Set([...a, ...b])].toSorted();
    all.set(one.program, {
      program: one.program,
      version: versionOf(one.program) ?? before?.version ?? 'of bash',
      lines: (before?.lines ?? 0) + one.lines,
      reads: (before?.reads ?? 0) + one.reads,
      succeeded: (before?.succeeded ?? 0) + one.succeeded,
      contradictions: one.found.length,
      starts: union(before?.starts, one.starts),
      scratch: union(before?.scratch, one.scratch),
      loads: union(
        before?.loads,
        one.loads.map(({ line, what }) => `${line}: ${what}`),
      ),
    });
  }
  const rows = [...all.values()].toSorted((a, b) => (a.program < b.program ? -1 : 1));
  writeFileSync(resultsFile, `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`);
}
