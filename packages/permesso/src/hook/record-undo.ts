import { definedFields } from '@permesso/engine/call';
import type { Undone, UndoPlan } from '@permesso/gate/keep';
import { createRecorder, fileLog } from '@permesso/gate/log';

/** Stored under the call's key, so that the log shows it with the decision. */
export function recordUndo(directory: string, { manifest }: UndoPlan, { failed }: Undone): void {
  const log = fileLog({ directory });
  const { key: callKey, session } = manifest;
  createRecorder(log).emit({
    type: 'ended',
    at: Date.now(),
    call: { tool: 'permesso undo', input: {} },
    callKey,
    ...definedFields({ session }),
    outcome: {
      ok: failed.length === 0,
      ...(failed.length === 0 ? {} : { error: `${failed.length} not brought back` }),
    },
  });
  log.close();
}
