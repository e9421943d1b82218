import { describe, expect, it } from 'vitest';
import { formats } from '@permesso/engine/text';
import { examples } from '../../../engine/test/exchange/examples/index.ts';
import { compilePolicy, verdicts } from '@permesso/engine/policy';
import { callFrom, verdictOf } from './ask-engine.ts';

const readable = formats.filter(({ name, read }) => read !== undefined && name !== 'profile');

describe.each(readable.map((format) => [format.name, format] as const))('import from %s', (name, format) => {
  const rows = examples.get(name) ?? [];

  it('has examples', () => {
    expect(rows.flatMap(({ calls }) => calls).length).toBeGreaterThan(2);
  });

  it.each(rows.map((row) => [row.says, row] as const))('%s', (_says, row) => {
    const read = format.read?.(row.source, row.options ?? {});
    if (read === undefined || 'error' in read) throw new Error(JSON.stringify(read));
    expect(compilePolicy([read.layer]).problems).toEqual([]);
    const decided = row.calls.map(([call]) => [call, verdictOf(read.layer, callFrom(call))]);
    expect(decided).toEqual(row.calls.map(([call, theirs, ours]) => [call, ours ?? theirs]));
    for (const [call, theirs, ours = theirs] of row.calls) {
      expect(verdicts.indexOf(ours), `${call} is not looser`).toBeGreaterThanOrEqual(
        verdicts.indexOf(theirs),
      );
      if (ours !== theirs)
        expect(read.losses.length, `${call} is stricter, and the report says so`).toBeGreaterThan(0);
    }
  });
});
