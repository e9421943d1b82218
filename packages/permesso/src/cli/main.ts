#!/usr/bin/env node
import { readFileSync } from 'node:fs';

const { version, engines } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { readonly version: string; readonly engines: { readonly node: string } };

// npm only warns; on an older Node a missing feature would fail halfway through.
const least = Number(/\d+/.exec(engines.node)?.[0]);
if (Number.parseInt(process.versions.node, 10) < least) {
  process.stderr.write(`permesso needs Node ${least} or newer; this is ${process.versions.node}\n`);
  process.exit(70);
}

// `permesso log export | head`: the reader closed the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const columns = process.stdout.columns ?? Number(process.env['COLUMNS'] ?? 80);

if (process.argv[2] === '--version') process.stdout.write(`${version}\n`);
else void runNamed();

async function runNamed(): Promise<void> {
  // The first command that most people type should not load what other commands need.
  const [{ commands }, { runCommandLine }, { wantsColour }] = await Promise.all([
    import('./commands.ts'),
    import('./run-command.ts'),
    import('./painted.ts'),
  ]);
  process.exitCode = await runCommandLine(process.argv.slice(2), commands, {
    print: (text) => process.stdout.write(`${text}\n`),
    complain: (text) => process.stderr.write(`${text}\n`),
    ask: async (text) => (await import('./own-terminal.ts')).askOnOwnTerminal(text),
    colour: wantsColour(process.env, process.stdout),
    width: Number.isInteger(columns) && columns >= 40 ? Math.min(columns, 120) : 80,
  });
}
