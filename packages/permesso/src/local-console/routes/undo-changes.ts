import { randomUUID } from 'node:crypto';
import { EditError, replacePolicy, type EditOptions } from '../../gate/edit-policy.ts';
import { policyTarget } from '../../storage/policy-files.ts';
import { Refused } from '../route.ts';
import { readableText } from './profile-preview.ts';

/** Changes of policy files that can be taken back, as long as nobody has changed the file since. */
export interface UndoableChanges {
  /** Makes a change of these files; the result names it. */
  readonly make: (
    places: readonly EditOptions[],
    change: () => Promise<unknown>,
  ) => Promise<{ readonly undo?: string }>;
  readonly undo: (id: string) => Promise<void>;
}

interface Change {
  readonly place: EditOptions;
  readonly before: string;
  readonly after: string;
}

const mostKept = 50;

export function undoableChanges(): UndoableChanges {
  const changes = new Map<string, readonly Change[]>();
  return {
    make: async (places, change) => {
      const before = places.map(textAt);
      await change();
      const made = places
        .map((place, at) => ({ place, before: before[at] ?? '', after: textAt(place) }))
        .filter((each) => each.after !== each.before);
      if (made.length === 0) return {};
      const undo = randomUUID();
      changes.set(undo, made);
      const [oldest] = changes.keys();
      if (changes.size > mostKept && oldest !== undefined) changes.delete(oldest);
      return { undo };
    },
    undo: async (id) => {
      const made = changes.get(id);
      if (made === undefined) throw new Refused('This change cannot be undone any more.');
      try {
        for (const { place, before, after } of made)
          await replacePolicy({ before: after, after: before }, place);
      } catch (error) {
        throw error instanceof EditError ? new Refused(error.message) : error;
      }
      changes.delete(id);
    },
  };
}

function textAt(place: EditOptions): string {
  return readableText(policyTarget(place.to, place).file) ?? '';
}
