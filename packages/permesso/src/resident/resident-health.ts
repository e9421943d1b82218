import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { type Places, isRoots } from '@permesso/gate/disk';
import type { Check } from '../examine/finding.ts';
import type { Programs } from '../install/installer.ts';
import { askResident } from './resident-client.ts';
import { residentExposed, residentForbidden, residentSocket } from '../launch/resident-places.ts';

/** Checks of the resident process: the owner of the socket, the process listening on it, and its program. */
export async function residentHealth({
  places,
  programs,
}: {
  readonly places: Places;
  readonly programs: Programs;
}): Promise<readonly Check[]> {
  const { resident, node } = programs;
  if (resident === undefined) return [];
  const wrong = (what: string, fix: string): readonly Check[] => [
    { name: 'resident', is: 'wrong', what, fix },
  ];
  const again = 'permesso resident stop';
  const forbidden = residentForbidden(places);
  if (forbidden !== undefined)
    return wrong(`a resident process is set up, but ${forbidden}`, 'permesso resident off; permesso init');
  const foreign = [resident.connect[0] ?? '', resident.timeout, resident.sha256sum, resident.cat].find(
    (program) => !isSystems(program),
  );
  if (foreign !== undefined)
    return wrong(`${foreign} is gone, or others than root can change it`, 'permesso init --resident');
  const status = await askResident('status', { state: places.state });
  if (status === undefined)
    return [{ name: 'resident', is: 'ok', what: 'no resident process runs; the next call starts one' }];
  const exposed = residentExposed(places.state);
  if (exposed !== undefined) return wrong(`the resident process cannot be trusted: ${exposed}`, again);
  const listener = listenerProblem(status.pid, { socket: residentSocket(places.state), node });
  return listener === undefined
    ? [{ name: 'resident', is: 'ok', what: `the resident process ${status.pid} is this node with the hook` }]
    : wrong(listener, again);
}

function isSystems(program: string): boolean {
  try {
    return isRoots(program);
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

/** Verified with the kernel: the process that names itself holds the socket, and runs the installed node. */
export function listenerProblem(
  pid: number,
  { socket, node }: { readonly socket: string; readonly node: string },
): string | undefined {
  try {
    const inodes = readFileSync('/proc/net/unix', 'utf8')
      .split('\n')
      .filter((line) => line.endsWith(` ${socket}`))
      .map((line) => line.trim().split(/\s+/)[6] ?? '');
    const held = readdirSync(`/proc/${pid}/fd`).map((file) => linkAt(`/proc/${pid}/fd/${file}`));
    if (!inodes.some((inode) => held.includes(`socket:[${inode}]`)))
      return `process ${pid} answers on ${socket} and does not listen there`;
    const program = readlinkSync(`/proc/${pid}/exe`);
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (program !== node) return `process ${pid}, which answers hooks, runs ${program} and not ${node}`;
    return command[2] === 'resident' ? undefined : `process ${pid}, which answers hooks, is not the hook`;
  } catch (error) {
    if (error instanceof Error)
      return `process ${pid}, which answers hooks, cannot be examined: ${error.message}`;
    throw error;
  }
}

/** A descriptor may be closed while the list is read. */
function linkAt(path: string): string {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (error instanceof Error) return '';
    throw error;
  }
}
