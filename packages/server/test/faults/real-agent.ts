import { setTimeout as wait } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileLog } from '@permesso/gate/stores';
import { createTeamGate, teamDirectory } from '@permesso/gate/team';
import type { Journal } from './agent-process.ts';

/**
 * An agent as a team has it: the gate with its policy, its log on disk, its questions to the team. Runs as a process of
 * its own until its input ends, and says on its output what it has seen. Started by `agent-process.ts`.
 */
const [home = '', name = ''] = process.argv.slice(2);
const where = { home, env: {}, managed: join(home, 'managed') };
const logDirectory = join(home, '.local/state/permesso/log');

const over = new AbortController();
process.stdin.on('end', () => over.abort()).resume();

function say(journal: Journal): void {
  process.stdout.write(`${JSON.stringify(journal)}\n`);
}

const gate = createTeamGate({
  ...where,
  cwd: home,
  every: 24 * 60 * 60_000,
  log: fileLog({ directory: logDirectory, flush: 'entry' }),
  onTrouble: (trouble) => say({ trouble }),
});
let unwritten: string[] = [];
let failures = 0;
gate.on('failed', ({ error }) => {
  failures += 1;
  say({ failed: error });
});

/** A clock outside of the time for which the team signed its policy stops an agent. */
const outOfBounds = /the clock of this machine .* is behind the team policy|the team policy expired/;

/** Timers go by the true time. */
function isClockOff(): boolean {
  return Math.abs(Date.now() - (performance.timeOrigin + performance.now())) > 60_000;
}

/** Calls that the policy allows on its own: what happens to the log must not change that. */
async function working(): Promise<void> {
  for (let call = 0; !over.signal.aborted; call++) {
    const command = `npm test ${name}-${call}`;
    const before = failures;
    const wasOff = isClockOff();
    const { verdict, message } = await gate.authorize({ tool: 'Bash', input: { command }, cwd: home });
    const isStopped = outOfBounds.test(message) && (wasOff || isClockOff());
    say({ decided: isStopped ? 'stopped by its clock' : verdict });
    unwritten.push(command);
    // An entry that could be written took all those along that had waited.
    if (failures === before) {
      say({ recorded: unwritten });
      unwritten = [];
    }
    await wait(25);
  }
}

async function asking(): Promise<void> {
  for (let call = 0; !over.signal.aborted; call++) {
    const command = `git push ${name}-${call}`;
    const signal = AbortSignal.any([over.signal, AbortSignal.timeout(20_000)]);
    const { verdict } = await gate.authorize({ tool: 'Bash', input: { command }, cwd: home }, { signal });
    say({ asked: command, verdict });
    await wait(25);
  }
}

async function syncing(): Promise<void> {
  while (!over.signal.aborted) {
    await gate.sync();
    say({ shipped: shipped() });
    await wait(100);
  }
}

function shipped(): number {
  try {
    const text = readFileSync(join(teamDirectory(where), 'shipped.json'), 'utf8');
    return (JSON.parse(text) as { readonly seq: number }).seq;
  } catch {
    return 0;
  }
}

// With the policy of the team from the first call on.
await gate.sync();
await Promise.all([working(), asking(), syncing()]);
await gate.sync();
say({ shipped: shipped() });
gate.close();
