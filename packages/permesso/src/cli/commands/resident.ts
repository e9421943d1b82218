import { findPlaces } from '@permesso/gate/disk';
import { askResident } from '../../resident/resident-client.ts';
import { residentExposed, residentForbidden } from '../../launch/resident-places.ts';
import { forgetClient, recordedClient } from '../../launch/shell-client.ts';
import type { ResidentStatus } from '../../resident/serve-resident.ts';
import { sandboxFolder, stopSharedEngines } from '@permesso/gate/sandbox-calls';
import { UsageError, type Command, type Output } from '../command.ts';

export const resident: Command = {
  name: 'resident',
  summary: 'Shows or stops the process that answers hooks, where `init --resident` set it up.',
  usage: 'resident status|stop|off [--json]',
  options: [{ name: 'json', help: 'as JSON' }],
  examples: [
    ['permesso resident status', 'whether it runs, since when, and how many calls it answered'],
    [
      'permesso resident stop',
      'ends it, and the engine of the sandbox that stays with it; the next call starts another',
    ],
    ['permesso resident off', 'ends it and starts no other; then run `permesso init` again'],
  ],
  exitCodes: [
    [0, 'it runs, or was stopped'],
    [1, 'none runs'],
  ],
  run: async (given, out) => {
    const [what, extra] = given.operands;
    if (extra !== undefined) throw new UsageError(`unexpected argument \`${extra}\``);
    if (what !== 'status' && what !== 'stop' && what !== 'off')
      throw new UsageError('name an action: status, stop or off');
    const places = findPlaces();
    if (what === 'off') forgetClient(places.state);
    const isStopping = what !== 'status';
    const status = await askResident(isStopping ? 'stop' : 'status', { state: places.state });
    if (isStopping) await stopSharedEngines(sandboxFolder(places.state));
    if (given.flag('json')) {
      const isSetUp = recordedClient(places.state) !== undefined;
      out.print(JSON.stringify({ isSetUp, isRunning: status !== undefined, ...status }, undefined, 2));
    } else if (status === undefined) out.print(whyNone());
    else printStatus(status, { out, isStopping });
    return status === undefined && what !== 'off' ? 1 : 0;

    function whyNone(): string {
      if (recordedClient(places.state) === undefined)
        return 'No resident process is set up. To set it up: permesso init --resident';
      const why = residentForbidden(places) ?? residentExposed(places.state);
      return `No resident process runs${why === undefined ? '' : `: ${why}`}. The next call starts one.`;
    }
  },
};

function printStatus(
  { pid, since, served, memory }: ResidentStatus,
  { out, isStopping }: { readonly out: Output; readonly isStopping: boolean },
): void {
  const calls = `${served} ${served === 1 ? 'call' : 'calls'}`;
  const size = `${Math.round(memory / 1_000_000)} MB`;
  if (isStopping) out.print(`Stopped process ${pid}. It answered ${calls}.`);
  else out.print(`Process ${pid} runs since ${new Date(since).toISOString()}: ${calls}, ${size}.`);
}
