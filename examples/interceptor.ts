/**
 * A program that has no hook: it refuses what it was not told to allow, and says so in its output. Its refusals are asked
 * about, and it is started again with what was approved. Then the same gate before a call, where a program does say what it
 * is about to do. Checks itself. From the repository: `npm run build`, then `node examples/interceptor.ts`.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createGate } from '@permesso/gate';
import { scriptedApprover } from '@permesso/gate/approvers';
import { beforeCall, fromOutput } from '@permesso/gate/interceptor';

/** Wants two commands. `--allow` is the only thing that it understands. */
const program = `
  const allowed = process.argv.slice(1);
  for (const command of ['git push', 'rm -rf build'])
    if (allowed.includes('shell(' + command + ')')) console.log('ran ' + command);
    else console.log("Error: Permission denied for shell command: " + command + "\\nAdd '--allow shell(" + command + ")' to allow this command.");
`;
const run = promisify(execFile);

const person = scriptedApprover([{ verdict: 'allow' }]);
const gate = createGate({ policy: { ask: ['Bash(git push:*)'], deny: ['Bash(rm:*)'] }, approver: person });

// `exact`: this program takes `shell(git push)` for that command alone. Most compare beginnings; see docs/interceptor.md.
const refused: string[] = [];
const result = await fromOutput(gate, { commands: 'exact', session: 'nightly' }).run({
  start: async (allowed) => (await run(process.execPath, ['-e', program, '--', ...allowed])).stdout,
  tell: (line) => refused.push(line),
});
assert.match(result.output, /^ran git push$/m);
assert.doesNotMatch(result.output, /^ran rm/m);
assert.equal(result.ended, 'refused');
assert.equal(result.runs, 2);
assert.equal(person.asked.length, 1);
assert.match(refused.join('\n'), /denied/i);

// The same policy before the call: no output to read, nothing to start again.
const { intercept } = beforeCall(gate);
const removal = await intercept({ tool: 'Bash', input: { command: 'rm -rf build' } });
assert.equal(removal.verdict, 'deny');
const listing = await intercept({ tool: 'Bash', input: { command: 'ls' } });
assert.equal(listing.verdict, 'allow');
process.stdout.write(`${result.output}${removal.message}\n`);
