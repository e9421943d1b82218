/**
 * The real programs beside the command model: every line that a row makes possible, in a hostile repository, in a sandbox.
 *
 *     npm run tools -- oracle:commands [program...] [--seconds N] [--seed S] [--lines N] [--json FILE] [--protected] [--part 1/4]
 *         [--combinations]
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { families } from '../../src/facts/shell/commands/families.ts';
import { effectTexts } from '../../src/facts/shell/model/row-effects.ts';
import { seeded } from '../fuzz-shell/random.ts';
import { chooseLines } from './choose-lines.ts';
import { rowsOf } from './lines.ts';
import { hostileEnvironment } from './hostile-files.ts';
import { planted, worldOf } from './plants.ts';
import { runLines, type ProgramResult } from './run-lines.ts';
import { environment, programRoot, startSandbox, type Sandbox } from './sandbox.ts';
import { slow } from './slow.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    lines: { type: 'string', default: '600' },
    json: { type: 'string' },
    protected: { type: 'boolean', default: false },
    combinations: { type: 'boolean', default: false },
    part: { type: 'string', default: '1/1' },
  },
});

/** Programs of the rows about effects. */
const statedNames = effectTexts()
  .join('')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith(' '))
  .flatMap((line) => line.split(' '));

const root = programRoot();
const results = readResults(values.json);
const begun = Date.now();
const broken: string[] = [];
await runPrograms(programsHere());
const lines = results.reduce((sum, each) => sum + each.lines, 0);
const contradicted = results.reduce((sum, each) => sum + each.found.length, 0);
const rate = (lines / ((Date.now() - begun) / 1000)).toFixed(1);
process.stdout.write(
  `${results.length} programs, ${lines} lines, ${contradicted} contradictions, ${rate} lines a second\n`,
);
if (broken.length > 0) process.stdout.write(`not run to the end: ${broken.join(', ')}\n`);
process.exitCode = (contradicted === 0 || values.protected) && broken.length === 0 && isSeen() ? 0 : 1;

/** A tracer that does not work finds nothing wrong: that must not pass. */
function isSeen(): boolean {
  const unseen = results.reduce((sum, each) => sum + each.unseen, 0);
  const succeeded = results.reduce((sum, each) => sum + each.succeeded, 0);
  if (unseen <= lines / 20 && (succeeded > 0 || results.every(({ reads }) => reads === 0))) return true;
  process.stdout.write(`nothing was traced of ${unseen} lines: see strace's message\n`);
  return false;
}

/** What was asked for, or every name of the model, as far as it is installed: of those this process's share. */
function programsHere(): readonly string[] {
  const asked =
    positionals.length > 0
      ? positionals
      : [
          ...new Set([
            ...[...families.values()].flatMap((make) => make()).flatMap(({ names }) => names),
            ...statedNames,
          ]),
        ];
  const [part = 1, of = 1] = values.part.split('/').map(Number);
  return asked.filter(isHere).filter((_, index) => index % of === part - 1);
}

async function runPrograms(programs: readonly string[]): Promise<void> {
  const tree = planted(values.protected ? 'protected' : 'writable');
  const world = worldOf(tree);
  const start = (): Promise<Sandbox> =>
    startSandbox({ planted: tree, root, environment: values.protected ? hostileEnvironment : {} });
  const random = seeded(Number(values.seed));
  const end = values.seconds === undefined ? Number.POSITIVE_INFINITY : begun + Number(values.seconds) * 1000;
  let sandbox = await start();
  for (const [index, program] of programs.entries()) {
    if (results.some((each) => each.program === program)) continue;
    const left = (end - Date.now()) / (programs.length - index);
    if (left <= 0) break;
    try {
      const chosen = chooseLines(program, {
        world,
        random,
        most: Number(values.lines),
        combinationsOnly: values.combinations,
      });
      const seconds = slow[program] ?? 3;
      const result = await runLines(chosen, { program, sandbox, world, seconds, until: Date.now() + left });
      results.push(result);
      print(result);
    } catch (error) {
      process.stdout.write(`${program}: ${error instanceof Error ? error.message : 'failed'}\n`);
      broken.push(program);
      sandbox.stop();
      sandbox = await start();
    }
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, undefined, 1)}\n`);
  }
  sandbox.stop();
}

function readResults(file: string | undefined): ProgramResult[] {
  return file !== undefined && existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as ProgramResult[])
    : [];
}

/** Shell builtins are bash's own; everything else must stand on the sandbox's path. */
function isHere(program: string): boolean {
  if (rowsOf(program)[0]?.family === 'shell builtins') return true;
  return (environment['PATH'] ?? '')
    .split(':')
    .some((directory) => existsSync(join(root, directory, program)));
}

function print(result: ProgramResult): void {
  const { program, reads, succeeded, timedOut, found } = result;
  process.stdout.write(
    `${program}: ${result.lines} lines, ${reads} read, ${succeeded} succeeded, ${timedOut} timed out, ${found.length} contradictions\n`,
  );
  for (const { kind, what, line } of found) process.stdout.write(`    ${kind} ${what}: ${line}\n`);
}
