import { definedFields } from '@permesso/engine/call';
import type { MachineReport } from '@permesso/protocol/machine';
import { describeMachine, type DescribedMachine } from './describe-machine.ts';
import { askServer } from './server-request.ts';

export interface ReportOptions extends Omit<DescribedMachine, 'hosts'> {
  /** Looks for agent programs. Absent where what syncs cannot: the gate of an application. */
  readonly findPrograms?: () => NonNullable<MachineReport['hosts']>;
}

/** Tells the team how this machine is. Says whether the server took it: a server from before there were reports does not. */
export async function sendReport({ findPrograms, ...machine }: ReportOptions): Promise<boolean> {
  const hosts = findPrograms?.();
  const json = describeMachine({ ...machine, ...definedFields({ hosts }) });
  const reply = await askServer(machine.membership, { method: 'POST', path: '/v1/agent/report', json });
  if (reply.status === 204 || reply.status === 404) return reply.status === 204;
  throw new Error(`the server took no report of this machine: ${reply.why()}`);
}
