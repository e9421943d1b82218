import {
  type Machine,
  type MachineList,
  machineList,
  machineStates,
  shapeProblem,
} from '@permesso/protocol/console';
import { projectId } from '../admin/find-named.ts';
import { personServer, ServerRefused, type PersonServer } from '../admin/person-server.ts';
import { inColumns } from '../columns.ts';
import { UsageError, type CommandInput, type Output } from '../command.ts';

/** Every machine of the team with its last report, worst first. */
export async function teamMachines(given: CommandInput, out: Output): Promise<number> {
  const server = personServer(given);
  try {
    const found = await everyMachine(server, await machineFilters(given.value, server));
    out.print(given.flag('json') ? JSON.stringify(found) : machineLines(found, out.width).join('\n'));
    return 0;
  } catch (error) {
    if (!(error instanceof ServerRefused)) throw error;
    out.complain(`permesso team: ${error.message}`);
    return 1;
  }
}

export async function machineFilters(
  valueOf: CommandInput['value'],
  server: PersonServer,
): Promise<URLSearchParams> {
  const state = valueOf('state');
  if (state !== undefined && !machineStates.some((each) => each === state))
    throw new UsageError(`there is no state \`${state}\`; say ${machineStates.join(', ')}`);
  const wanted = new URLSearchParams({ most: '500' });
  for (const name of ['state', 'find']) {
    const value = valueOf(name);
    if (value !== undefined) wanted.set(name, value);
  }
  const project = valueOf('project');
  if (project !== undefined) wanted.set('project', await projectId(server, project));
  return wanted;
}

export async function everyMachine(
  server: PersonServer,
  wanted: URLSearchParams,
): Promise<Omit<MachineList, 'next'>> {
  const machines: Machine[] = [];
  for (;;) {
    const reply: unknown = await server.ask(`GET /v1/machines?${wanted.toString()}`);
    const problem = shapeProblem(machineList, reply);
    if (problem !== undefined) throw new Error(`the server answered something else: ${problem}`);
    const { machines: page, next, total, counts } = reply as MachineList;
    machines.push(...page);
    if (next === null) return { machines, total, counts };
    wanted.set('after', next);
  }
}

export function machineLines(
  { machines, total, counts }: Omit<MachineList, 'next'>,
  width: number,
): readonly string[] {
  const said = counts.filter((each) => each.machines > 0).map((each) => `${each.machines} ${each.state}`);
  const noun = total === 1 ? 'machine' : 'machines';
  const summary = `${total} ${noun}${said.length === 0 ? '' : `: ${said.join(', ')}`}`;
  if (machines.length === 0) return [summary];
  const rows = machines.map((machine) => [
    machine.name,
    machine.states.join(', '),
    machine.seenAt === null ? 'never seen' : since(machine.seenAt),
    machine.policy === null ? 'no policy' : `v${machine.policy}`,
    machine.hosts.map(hostText).join(', '),
  ]);
  return [summary, '', ...inColumns(rows, width)];
}

function hostText({ name, version, hook, canary }: Machine['hosts'][number]): string {
  const problem =
    hook === 'registered' ? (canary.result === 'proven' ? '' : ` ${canary.result}`) : ` hook ${hook}`;
  return `${name}${version === null ? '' : ` ${version}`}${problem}`;
}

const units = [
  ['d', 24 * 60 * 60_000],
  ['h', 60 * 60_000],
  ['min', 60_000],
] as const;

function since(at: string): string {
  const passed = Date.now() - Date.parse(at);
  for (const [unit, length] of units)
    if (passed >= length) return `${Math.floor(passed / length)} ${unit} ago`;
  return 'now';
}
