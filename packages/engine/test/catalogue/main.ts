/**
 *     npm run tools -- coverage --fig FOLDER      sub-commands that completions know, and what is missing here
 *     npm run tools -- coverage --fig FOLDER --write    writes proof/coverage.md
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readCompletions } from './completions.ts';
import { coveragePage, coverageText } from './coverage-text.ts';
import { measureCoverage, readPrograms } from './measure.ts';

const { values } = parseArgs({ options: { fig: { type: 'string' }, write: { type: 'boolean' } } });
const programs = readPrograms(readFileSync(join(import.meta.dirname, 'programs.txt'), 'utf8'));
const fig = values.fig === undefined ? undefined : resolve(values.fig);
const measured = measureCoverage(
  programs,
  readCompletions(
    programs.map(([program]) => program),
    fig,
  ),
);
if (values.write === true)
  writeFileSync(join(import.meta.dirname, '../../../../proof/coverage.md'), coveragePage(measured));
process.stdout.write(`${coverageText(measured)}\n`);
