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

/** What a database must be able to do on its own; the rest is the same for all. */
export interface AwaitedShelf {
  /** How often the question of this name was asked: 0 when never. */
  readonly turns: (name: string) => Promise<number>;
  readonly read: (id: string) => Promise<Approval | undefined>;
  /** Oldest first. */
  readonly list: (wanted: WantedApprovals) => Promise<readonly Approval[]>;
  /** False when somebody else was faster: `before` is no longer what is there. */
  readonly replace: (before: Approval | undefined, after: Approval) => Promise<boolean>;
  /** Forgets what was settled long ago. Its failure changes nothing. */
  readonly dropSettled: (now: number) => Promise<void>;
}

/** The same steps as on disk, with a store that must be awaited. */
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

/** What a file or a database holds, if it is an approval. What cannot be read was not written by us; none is the safe thing to find. */
export function approvalFrom(text: unknown, id?: string): Approval | undefined {
  if (typeof text !== 'string') return undefined;
  const approval = parseJson(text);
  if (!isRecord(approval) || typeof approval['id'] !== 'string') return undefined;
  const isOurs =
    (id === undefined || approval['id'] === id) &&
    approvalStates.some((state) => state === approval['state']);
  return isOurs ? (approval as unknown as Approval) : undefined;
}
