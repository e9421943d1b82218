/**
 * What a host runs in place of a sandboxed call: `permesso sandbox exec --id ID`, without the full command line,
 * which takes longer to load than a sandbox to start.
 */
import { residentForbidden } from '../launch/resident-places.ts';
import { recordedClient } from '../launch/shell-client.ts';
import { takeCall, sandboxFolder, openSandbox, SandboxRefused } from '@permesso/gate/sandbox-calls';
import { findPlaces } from '@permesso/gate/disk';
import { notStartedExit, refusalText, runHere } from './sandbox/run-here.ts';

// The reader closed the pipe, as with any command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

void runSaved(process.argv[2] ?? '');

async function runSaved(id: string): Promise<void> {
  try {
    const places = findPlaces();
    const { session, ...call } = takeCall(sandboxFolder(places.state), id);
    const sandbox = openSandbox({
      // No shared engine for a person who opted out of resident processes.
      sharesEngine: recordedClient(places.state) !== undefined && residentForbidden(places) === undefined,
      ...(session === undefined ? {} : { session, keepScratch: true }),
    });
    try {
      process.exitCode = await runHere(call, { sandbox, explains: true });
    } finally {
      await sandbox.close();
    }
  } catch (error) {
    if (!(error instanceof SandboxRefused)) throw error;
    process.stderr.write(`${refusalText(error)}\n`);
    process.exitCode = notStartedExit;
  }
}
