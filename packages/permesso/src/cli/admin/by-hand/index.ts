import { everyMachine, machineFilters, machineLines } from '../../commands/team-machines.ts';
import type { AdminInput, AdminResult } from '../admin-result.ts';
import { listActs } from './audit.ts';
import { listVersions } from './policies.ts';
import { publishPolicy } from './publish-policy.ts';
import { endHours, setHours, showHours } from './quiet-hours.ts';
import { changeMapping, changeRole } from './roles.ts';
import { exportRecords, verifyRecords } from './verify-records.ts';

/** Actions that take more than one request. */
const actions: Readonly<Record<string, (at: AdminInput) => Promise<AdminResult>>> = {
  'add-role': (at) => changeRole(at, 'add'),
  'remove-role': (at) => changeRole(at, 'remove'),
  'add-group-role': (at) => changeMapping(at, 'add'),
  'remove-group-role': (at) => changeMapping(at, 'remove'),
  'list-versions': listVersions,
  'publish-policy': publishPolicy,
  'list-machines': async ({ server, value }) => {
    const found = await everyMachine(server, await machineFilters(value, server));
    return { json: found, lines: (width) => machineLines(found, width) };
  },
  'list-acts': listActs,
  'export-records': exportRecords,
  'verify-records': verifyRecords,
  'show-quiet-hours': showHours,
  'set-quiet-hours': setHours,
  'end-quiet-hours': endHours,
};

export async function byHand(name: string, at: AdminInput): Promise<AdminResult> {
  const action = actions[name];
  if (action === undefined) throw new Error(`there is no action ${name}`);
  return await action(at);
}
