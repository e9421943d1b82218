/** `permesso mcp` and no other command: what is bundled for the tests and for the bench. */
import { mcp } from '../../packages/permesso/src/cli/commands/mcp.ts';
import { runCommandLine } from '../../packages/permesso/src/cli/run-command.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), [mcp], {
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
  width: 80,
});
