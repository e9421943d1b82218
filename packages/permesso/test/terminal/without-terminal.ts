import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { commands } from '../../src/cli/commands.ts';
import { askOnOwnTerminal } from '../../src/cli/own-terminal.ts';
import { runCommandLine } from '../../src/cli/run-command.ts';
import { rememberedAnswers } from '@permesso/gate/gate';

/**
 * Runs command lines one after the other in this process, which has no terminal, and says for each what it answered and which files
 * it changed: `node without-terminal.ts FOLDER [["trust"], ...]`.
 */
const [, , folder = '', given = '[]'] = process.argv;
const results: unknown[] = [];

for (const asked of JSON.parse(given) as readonly (readonly string[])[]) {
  const line = asked.map((word) => (word === 'DENIED' ? idOfDenial() : word));
  const before = digests();
  const said: string[] = [];
  const code = await runCommandLine(line, commands, {
    print: (text) => said.push(text),
    complain: (text) => said.push(text),
    ask: askOnOwnTerminal,
    width: 80,
  });
  const after = digests();
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
  results.push({ line: asked, code, changed, said: said.join('\n') });
}
process.stdout.write(JSON.stringify(results));

function idOfDenial(): string {
  const denial = rememberedAnswers({ cwd: process.cwd() }).find(({ verdict }) => verdict === 'deny');
  if (denial === undefined) throw new Error('no denial is remembered here');
  return denial.id;
}

/** Every file below the folder but the log, which may say that a question was put. */
function digests(): ReadonlyMap<string, string> {
  const names = globSync('**/*', { cwd: folder, exclude: (name) => name === 'log' || name === '.git' });
  return new Map(
    [...names, ...globSync('**/.*/**/*', { cwd: folder })]
      .filter((name) => statSync(`${folder}/${name}`).isFile() && !/(?:^|\/)(?:log|\.git)\//u.test(name))
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(`${folder}/${name}`))
          .digest('hex'),
      ]),
  );
}
