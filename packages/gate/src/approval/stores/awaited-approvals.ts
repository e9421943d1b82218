import { isRecord, parseJson } from '@permesso/engine/call';
import { type Approval, approvalStates, requestName, stepApproval } from '@permesso/protocol/approval';
import {
  askedAgain,
  stillAsked,
  mostRaces,
  opensBetween,
  type ApprovalStore,
  type WantedApprovals,
} from './approval-store.ts';

/** What a database must implement; the rest is the same for all. */
export interface AwaitedShelf {
  /** How often the request with this name was created; 0 if never. */
  readonly turns: (name: string) => Promise<number>;
  readonly read: (id: string) => Promise<Approval | undefined>;
  /** Oldest first. */
  readonly list: (wanted: WantedApprovals) => Promise<readonly Approval[]>;
  /** False if another writer was faster: `before` is no longer the stored value. */
  readonly replace: (before: Approval | undefined, after: Approval) => Promise<boolean>;
  /** Drops what was settled long ago. If it fails, nothing else changes. */
  readonly dropSettled: (now: number) => Promise<void>;
}

/** The same steps as on disk, for an asynchronous store. */
export function awaitedApprovals(shelf: AwaitedShelf): ApprovalStore {
  let opened = 0;
  const last = async (name: string, turns: number): Promise<Approval | undefined> =>
    turns === 0 ? undefined : shelf.read(`${name}-${turns}`);
  return {
    get: shelf.read,
    find: async (request) => {
      const name = requestName(request);
      return last(name, await shelf.turns(name));
    },
    list: async (wanted = {}) => shelf.list(wanted),
    open: async (request, at) => {
      if (opened++ % opensBetween === 0) await shelf.dropSettled(at.now);
      const name = requestName(request);
      for (let race = 0; race < mostRaces; race++) {
        const turns = await shelf.turns(name);
        const found = stillAsked(await last(name, turns), at);
        if (found !== undefined) return found;
        const asked = askedAgain(request, turns, at);
        if (await shelf.replace(undefined, asked)) return asked;
      }
      throw new Error('the request could not be made');
    },
    change: async (id, event) => {
      for (let race = 0; race < mostRaces; race++) {
        const before = await shelf.read(id);
        if (before === undefined) return undefined;
        const stepped = stepApproval(before, event);
        if (!stepped.accepted || (await shelf.replace(before, stepped.approval))) return stepped;
      }
      throw new Error(`${id} changed too often`);
    },
  };
}

/**
 * Parses an approval from a file or a database. Undefined if it cannot be read: we did not write it, and finding no
 * approval is safe.
 */
export function approvalFrom(text: unknown, id?: string): Approval | undefined {
  if (typeof text !== 'string') return undefined;
  const approval = parseJson(text);
  if (!isRecord(approval) || typeof approval['id'] !== 'string') return undefined;
  const isOurs =
    (id === undefined || approval['id'] === id) &&
    approvalStates.some((state) => state === approval['state']);
  return isOurs ? (approval as unknown as Approval) : undefined;
}
