/** `npm run tools -- docs`: pages and words for readers, with their limits, and turns of phrase that read as translated. */
import { join } from 'node:path';
import { accentHits } from './accent.ts';
import { limits, overLimits, readerPages } from './reader-pages.ts';

const repository = join(import.meta.dirname, '../..');
const pages = readerPages(repository);
const hits = accentHits(repository);
const problems = [...overLimits(pages), ...hits];

for (const { page, words } of pages) process.stdout.write(`${String(words).padStart(6)}  ${page}\n`);
process.stdout.write(
  `${String(pages.reduce((sum, { words }) => sum + words, 0)).padStart(6)}  words (limit ${limits.words}) on ${pages.length} pages (limit ${limits.pages}); ${hits.length} accents\n`,
);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
