import { parseArgs } from 'node:util';
import { readShell } from '../../src/facts/shell/read/read-shell.ts';
import { commandsIn } from './commands-in.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Of labelled cases, those with this severity: `friction` are the everyday ones. */
    severity: { type: 'string' },
    /** Per cent; more than that ends with 1. */
    most: { type: 'string', default: '100' },
  },
});

/** How many commands of files the reader gives up on, and why: what it is unsure of is asked about. */
const isWanted = (row: object): boolean =>
  values.severity === undefined || ('severity' in row && row.severity === values.severity);
const commands = positionals.flatMap((file) => commandsIn(file, isWanted));
if (commands.length === 0) throw new Error('name a file that holds commands, one JSON object a line');
const unknown = commands.flatMap((command) => {
  const [doubt] = readShell(command).doubts;
  return doubt === undefined ? [] : [{ command, reason: doubt.reason }];
});
const share = (100 * unknown.length) / commands.length;
process.stdout.write(`commands ${commands.length}, unknown ${unknown.length} (${share.toFixed(2)} %)\n`);
for (const { command, reason } of unknown.slice(0, 10))
  process.stdout.write(`  ${reason}: ${JSON.stringify(command.slice(0, 100))}\n`);
process.exitCode = share > Number(values.most) ? 1 : 0;
