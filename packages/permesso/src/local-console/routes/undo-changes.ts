import { putBounded } from '@permesso/engine/call';
import { randomUUID } from 'node:crypto';
import { replacePolicy, type EditOptions, type ReplacedTexts } from '@permesso/gate/gate';
import { policyTarget } from '@permesso/gate/disk';
import { Refused } from '../route.ts';
import { refusing } from './edit-target.ts';
import { readableText } from './profile-preview.ts';

/** Changes of policy files that can be reverted, as long as nobody has changed the file since. */
export interface UndoableChanges {
  /**
   * Makes an edit to one file, which reports what it replaced: a change that somebody else made a moment before is
   * not part of it. The result names the change.
   */
  readonly edit: (
    place: EditOptions,
    change: (place: EditOptions) => Promise<unknown>,
  ) => Promise<{ readonly undo?: string }>;
  /** The same for work that changes several files in its own thread: their content before and after is compared. */
  readonly make: (
    places: readonly EditOptions[],
    change: () => Promise<unknown>,
  ) => Promise<{ readonly undo?: string }>;
  readonly undo: (id: string) => Promise<void>;
}

interface Change extends ReplacedTexts {
  readonly place: EditOptions;
}

const mostKept = 50;

export function undoableChanges(): UndoableChanges {
  const changes = new Map<string, readonly Change[]>();
  const keep = (made: readonly Change[]): { readonly undo?: string } => {
    if (made.length === 0) return {};
    const undo = randomUUID();
    putBounded(changes, [undo, made], mostKept);
    return { undo };
  };
  return {
    edit: async (place, change) => {
      const made: Change[] = [];
      await change({ ...place, onReplaced: (texts) => void made.push({ place, ...texts }) });
      return keep(made);
    },
    make: async (places, change) => {
      const before = places.map(textAt);
      await change();
      return keep(
        places
          .map((place, at) => ({ place, before: before[at] ?? '', after: textAt(place) }))
          .filter((each) => each.after !== each.before),
      );
    },
    undo: async (id) => {
      const made = changes.get(id);
      if (made === undefined) throw new Refused('This change can no longer be undone.');
      await refusing(async () => {
        for (const { place, before, after } of made)
          await replacePolicy({ before: after, after: before }, place);
      });
      changes.delete(id);
    },
  };
}

function textAt(place: EditOptions): string {
  return readableText(policyTarget(place.to, place).file) ?? '';
}
