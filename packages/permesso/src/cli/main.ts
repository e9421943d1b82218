#!/usr/bin/env node
import { check } from './check.ts';
import { conformance } from './conformance.ts';
import { runCommandLine } from './run-command.ts';

const columns = process.stdout.columns ?? Number(process.env['COLUMNS'] ?? 80);

process.exitCode = await runCommandLine(process.argv.slice(2), [check, conformance], {
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
  width: Number.isInteger(columns) && columns >= 40 ? Math.min(columns, 120) : 80,
});
