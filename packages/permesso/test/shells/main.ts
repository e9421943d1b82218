/**
 * What real shells do beside what Permesso says of the same lines.
 *
 *     npm run tools -- shells            the lines of the corpus, once with the shell named and once without
 *     npm run tools -- shells FILE...    other tables of lines
 *     npm run tools -- shells --write    writes the table of differences in proof/shells.md
 *
 * Each line of a table: shell, mode, deny rules separated by `|`, and the command, with tabs between them. A line acted when
 * PWN appeared, `b` is gone, or SECRET was printed: then it must not be allowed. A mode with `+` before it marks a harmless
 * line, which must be allowed.
 */
import { readFileSync } from 'node:fs';
import { makePlace, removePlace } from './run-line.ts';
import { linesFile, readShellLines, runShellLine } from './shell-lines.ts';
import { writeShellsPage } from './shells-page.ts';

const args = process.argv.slice(2);
if (args.includes('--write')) writeShellsPage();
else process.exitCode = run(args.length === 0 ? [linesFile] : args) ? 0 : 1;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function run(files: readonly (string | URL)[]): boolean {
  const lines = files.flatMap((file) => readShellLines(readFileSync(file, 'utf8')));
  const place = makePlace();
  let isRight = lines.length > 0;
  try {
    for (const named of [true, false]) {
      const ran = lines.map((line) => runShellLine(line, { place, named }));
      const wrong = ran.filter(({ outcome }) => outcome !== 'right');
      for (const { outcome, shell, mode, verdict, command } of wrong)
        print(`${outcome} (${verdict})\t${shell}\t${mode}\t${command}`);
      const inert = ran.filter(({ acted, isHarmless }) => !acted && !isHarmless).length;
      const how = named ? 'with the shell named' : 'without a shell';
      print(`${how}: ${ran.length} lines, ${inert} did nothing here, ${wrong.length} wrong`);
      isRight &&= wrong.length === 0;
    }
  } finally {
    removePlace(place);
  }
  return isRight;
}
