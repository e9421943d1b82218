import type { ApprovalRequest } from './approver.ts';
import {
  expiredBy,
  isUsable,
  newApproval,
  questionName,
  stepApproval,
  type Approval,
  type ApprovalEvent,
  type Stepped,
} from './approval.ts';

/** Where approvals wait. Whoever changes one is the only one to do so: of two answers, one is told it came too late. */
export interface ApprovalStore {
  /**
   * Puts the question, or joins the same question if it still waits, or finds the yes that was given while nobody
   * was there to use it.
   */
  readonly open: (request: ApprovalRequest, how: Opening) => Approval;
  readonly get: (id: string) => Approval | undefined;
  readonly list: () => readonly Approval[];
  readonly change: (id: string, event: ApprovalEvent) => Stepped | undefined;
}

export interface Opening {
  readonly now: number;
  readonly expiresIn?: number;
  /** Whether a question that was settled is given back instead of being put again. */
  readonly isEnough?: (settled: Approval) => boolean;
}

/** What a store must be able to do by itself; the rest is the same for all. */
export interface ApprovalShelf {
  /** How often the question of this name was asked: 0 when never. */
  readonly turns: (name: string) => number;
  readonly read: (id: string) => Approval | undefined;
  readonly ids: () => readonly string[];
  /** False when somebody else was faster: `before` is no longer what stands there. */
  readonly replace: (before: Approval | undefined, after: Approval) => boolean;
}

/** Bounded: each round lost means that somebody else went on. */
const mostRaces = 1000;

export function approvalStore(shelf: ApprovalShelf): ApprovalStore {
  function change(id: string, event: ApprovalEvent): Stepped | undefined {
    for (let race = 0; race < mostRaces; race++) {
      const before = shelf.read(id);
      if (before === undefined) return undefined;
      const stepped = stepApproval(before, event);
      if (!stepped.accepted || shelf.replace(before, stepped.approval)) return stepped;
    }
    throw new Error(`${id} changed too often`);
  }

  function open(request: ApprovalRequest, at: Opening): Approval {
    const name = questionName(request);
    for (let race = 0; race < mostRaces; race++) {
      const turns = shelf.turns(name);
      const last = turns === 0 ? undefined : shelf.read(`${name}-${turns}`);
      const found = last === undefined ? undefined : expiredBy(last, at.now);
      if (found?.state === 'pending') return found;
      if (found !== undefined && (isUsable(found, at.now) || at.isEnough?.(found) === true)) return found;
      const asked = newApproval(request, {
        turn: turns + 1,
        at: at.now,
        ...(at.expiresIn === undefined ? {} : { expiresIn: at.expiresIn }),
      });
      if (shelf.replace(undefined, asked)) return asked;
    }
    throw new Error('the question could not be put');
  }

  return {
    open,
    get: shelf.read,
    list: () => shelf.ids().flatMap((id) => shelf.read(id) ?? []),
    change,
  };
}

export function memoryApprovals(initial: readonly Approval[] = []): ApprovalStore {
  const kept = new Map(initial.map((approval) => [approval.id, approval]));
  return approvalStore({
    turns: (name) => {
      let turns = 0;
      while (kept.has(`${name}-${turns + 1}`)) turns++;
      return turns;
    },
    read: (id) => kept.get(id),
    ids: () => [...kept.keys()],
    replace: (before, after) => {
      if (kept.get(after.id) !== before) return false;
      kept.set(after.id, after);
      return true;
    },
  });
}
