import { join } from 'node:path';
import { keptCalls, planUndo, readManifest, readRestored, restoreCall } from '@permesso/gate/keep';
import type { KeptCalls, RestoredCall } from '@permesso/protocol/console';
import { recordUndo } from '../../hook/record-undo.ts';
import { get, post, Refused, textFrom, type Route } from '../route.ts';

const mostListed = 200;

/**
 * Kept copies of calls, and `permesso undo` for the page: newer files stay, and kept ones are restored beside them.
 */
export function keptRoutes(state: string): readonly Route[] {
  return [
    get('/api/kept', () => listKept(state)),
    post('/api/kept/restore', async (body): Promise<RestoredCall> => {
      const id = textFrom(body, 'id');
      const plan = keptCalls(state)
        .filter((call) => call.id === id)
        .map(planUndo)[0];
      if (plan === undefined) throw new Refused('Nothing is kept of this call any more.');
      const undone = await restoreCall(plan, { overwrite: false, now: Date.now() });
      recordUndo(join(state, 'log'), plan, undone);
      return { restored: undone.restored.length, beside: undone.beside, failed: undone.failed };
    }),
  ];
}

function listKept(state: string): KeptCalls {
  const calls = keptCalls(state).flatMap((call) => {
    const manifest = readManifest(call);
    if (manifest === undefined) return [];
    const { id, at, label, items, git } = manifest;
    const removed = items.filter(({ is }) => is !== 'directory').length;
    return [
      {
        id,
        at,
        call: label,
        files: removed,
        repositories: git.length,
        isRestored: readRestored(call) !== undefined,
      },
    ];
  });
  return { calls: calls.toSorted((a, b) => b.at - a.at).slice(0, mostListed) };
}
