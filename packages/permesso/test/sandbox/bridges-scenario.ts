/** The engine's bridges to the network when it is killed, and a state folder with a long name: run as an ordinary user. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSandbox, runSandboxed, SandboxRefused } from '@permesso/gate/sandbox';

const place = process.argv[2] ?? '';
const project = join(place, 'project');
const folder = join(place, 's');
mkdirSync(project);

const profile = { writable: [project], readOnly: [], hidden: [], hosts: ['a.example'], environment: [] };

/** Processes of this user whose command line has all of these words. */
function processes(...words: readonly string[]): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return words.every((word) => line.includes(word));
      } catch (error) {
        if (error instanceof Error) return false;
        throw error;
      }
    });
}

async function until(isTrue: () => boolean): Promise<boolean> {
  const end = Date.now() + 20_000;
  while (!isTrue() && Date.now() < end)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  return isTrue();
}

const bridges = (): number => processes('UNIX-LISTEN:', folder).length;

async function run(sandbox: ReturnType<typeof openSandbox>): Promise<number> {
  return (await runSandboxed('true', { sandbox, profile, cwd: project })).exitCode;
}

function killEngines(): number {
  const found = processes('engine-process', folder);
  for (const pid of found) process.kill(pid, 'SIGKILL');
  return found.length;
}

async function ownEngine(): Promise<object> {
  const sandbox = openSandbox({ folder });
  const ran = await run(sandbox);
  const before = bridges();
  const killed = killEngines();
  const isGone = await until(() => bridges() === 0);
  const again = await run(sandbox);
  const used = bridges();
  await sandbox.close();
  return { ran, before: before > 0, killed, isGone, again, used: used === before, left: bridges() };
}

/** Nobody is told that it was killed: the next one that is started finds what it left. */
async function sharedEngine(): Promise<object> {
  const first = openSandbox({ folder, sharesEngine: true });
  await run(first);
  const before = bridges();
  await first.close();
  killEngines();
  await until(() => processes('engine-process', folder).length === 0);
  const orphans = bridges();
  const second = openSandbox({ folder, sharesEngine: true });
  const ran = await run(second);
  const after = bridges();
  const third = openSandbox({ folder });
  // An engine that runs keeps its bridges when another one starts.
  await run(third);
  const both = bridges();
  await third.close();
  const still = await run(second);
  await second.close();
  killEngines();
  return {
    orphans: orphans === before && before > 0,
    ran,
    after: after === before,
    both: both === 2 * before,
    still,
  };
}

async function longFolder(length: number): Promise<string> {
  const long = join(place, 'x'.repeat(length - place.length - 1));
  const sandbox = openSandbox({ folder: long });
  try {
    return `exit ${await run(sandbox)}`;
  } catch (error) {
    if (!(error instanceof SandboxRefused)) throw error;
    return `${error.reason}: ${error.message} ${error.fix}`.replaceAll(long, 'FOLDER');
  } finally {
    await sandbox.close();
  }
}

const own = await ownEngine();
const shared = await sharedEngine();
// Ends what the last killed engine left.
const last = openSandbox({ folder });
await run(last);
await last.close();
process.stdout.write(
  JSON.stringify({ own, shared, left: bridges(), fits: await longFolder(64), long: await longFolder(80) }),
);
