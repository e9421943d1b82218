import { describe, expect, it } from 'vitest';
import { createGate } from '@permesso/gate/gate';
import { formats } from '@permesso/engine/text';
import { type Layer, type Verdict, verdicts } from '@permesso/engine/policy';
import { fixedWorld } from '@permesso/engine/world';
import type { ConformanceCase } from '../../src/review/conformance-case.ts';
import { corpus } from '../corpus.ts';

/** Every policy of the public suite with every call it is tried on. A host has no modes of ours, so only the default. */
const policies = Map.groupBy(
  corpus.flatMap(({ cases }) => cases).filter(({ mode }) => mode === 'default'),
  ({ rules }) => JSON.stringify(rules),
);

function decide(policy: Layer, { cwd, workingDirectories, call, fs }: ConformanceCase): Verdict {
  const world = fixedWorld({ cwd, project: cwd, workingDirectories, links: fs?.symlinks ?? {} });
  return createGate({ policy: { ...policy, layer: 'flags' }, world: () => world }).explain(call).decision
    .verdict;
}

const writable = formats.flatMap(({ name, read, write }) =>
  read === undefined || write === undefined ? [] : [{ name, read, write }],
);

/** A host that knows no read-only commands asks where we do not, and its export says so. */
const readOnlyNote = 'commands that are proven read-only';

/** The share of calls whose policy the host can say as it is: a little below what was measured, not to fall unseen. */
const leastSaid: ReadonlyMap<string, number> = new Map([
  ['claude', 0.8],
  ['copilot', 0.55],
  ['codex', 0.4],
  ['gemini', 0.55],
  ['opencode', 0.3],
  ['vscode', 0.45],
  ['cursor', 0.7],
]);

const total = [...policies.values()].flat().length;

describe.each(writable)('export to $name and import again', ({ name, read, write }) => {
  const said: string[] = [];
  const looser: string[] = [];
  const other: string[] = [];
  for (const [rules, cases] of policies) {
    const policy: Layer = { layer: 'user', ...(JSON.parse(rules) as Layer) };
    const written = write([policy]);
    const again = written.text === '' ? { layer: {}, losses: [] } : read(written.text, {});
    if ('error' in again) throw new Error(`${again.error}\n${written.text}`);
    const asksAll = written.losses.some(({ what }) => what === readOnlyNote);
    const isCarried = written.losses.every(({ effect }) => effect === 'stricter');
    // A note without a place is about the host as such, not about a rule of this policy.
    const isSaid =
      written.losses.every(({ what }) => what === readOnlyNote) &&
      again.losses.every(({ at, effect }) => at === undefined || effect === 'not-carried');
    for (const one of cases) {
      const [before, after] = [decide(policy, one), decide(again.layer, one)];
      const change = `${one.id}: ${before} became ${after}`;
      if (isCarried && verdicts.indexOf(after) < verdicts.indexOf(before)) looser.push(change);
      if (!isSaid || (asksAll && one.call.tool === 'Bash' && before === 'allow')) continue;
      said.push(one.id);
      if (before !== after) other.push(change);
    }
  }

  it('gives the same verdicts where the host can say the policy', () => {
    expect(other).toEqual([]);
    expect(said.length / total).toBeGreaterThan(leastSaid.get(name) ?? 1);
  });

  it('gives no looser verdict where every restriction was carried', () => {
    expect(looser).toEqual([]);
  });
});
