import type { Approval } from '@permesso/protocol/approval';
import { approvalsIn } from '@permesso/gate/approval';
import { requestTitle } from '@permesso/protocol/text';
import { findPlaces } from '@permesso/gate/disk';
import { inColumns } from '../columns.ts';
import { UsageError, type Command, type Output } from '../command.ts';
import { printApproval } from '../pending/print-approval.ts';
import { watchPending } from '../pending/pending-watch.ts';
import { findApproval } from '../find-approval.ts';

export const pending: Command = {
  name: 'pending',
  summary: 'Lists pending approval requests, shows one in full, or answers them as they arrive.',
  usage: 'pending [ID | --watch [--first]]',
  options: [
    { name: 'watch', help: 'a live list to answer from; agents wait only while somebody is there' },
    { name: 'first', help: 'with --watch: ask here before the window of the agent' },
    { name: 'json', help: 'as JSON' },
  ],
  examples: [
    ['permesso pending', 'lists the pending requests on this machine'],
    ['permesso pending --watch', 'read and answer requests in a terminal of their own'],
    ['permesso pending 81c4', 'shows the whole call, why it is asked about and what it does'],
  ],
  exitCodes: [
    [0, 'shown'],
    [1, 'there is no such request'],
  ],
  run: async (given, out) => {
    const [id, extra] = given.operands;
    if (extra !== undefined) throw new UsageError('one question at a time');
    if (given.flag('watch')) {
      if (id !== undefined || given.flag('json')) throw new UsageError('--watch goes alone');
      return await watchPending(out, given.flag('first') ? { first: true } : {});
    }
    if (given.flag('first')) throw new UsageError('--first goes with --watch');
    const all = approvalsIn(findPlaces().state, Date.now());
    if (id !== undefined) {
      const found = findApproval(all, id);
      if (found === undefined) {
        out.complain(`No approval request ${id}.`);
        return 1;
      }
      out.print(given.flag('json') ? JSON.stringify(found.approval) : printApproval(found.approval, out));
      return 0;
    }
    const open = all.flatMap(({ approval }) => (approval.state === 'pending' ? [approval] : []));
    if (given.flag('json')) out.print(JSON.stringify({ pending: open }));
    else out.print(open.length === 0 ? 'No pending approval requests.' : printApprovals(open, out));
    return 0;
  },
};

function printApprovals(open: readonly Approval[], { width }: Output): string {
  const now = Date.now();
  const rows = open.map(({ id, askedAt, expiresAt, request }) => [
    id,
    `${Math.round((now - askedAt) / 1000)} s ago`,
    expiresAt === undefined ? '' : `denied in ${Math.max(0, Math.round((expiresAt - now) / 1000))} s`,
    requestTitle(request),
  ]);
  return [
    ...inColumns(rows, width),
    '',
    'permesso pending ID shows one; permesso answer ID allow|deny; open in console: permesso ui',
  ].join('\n');
}
