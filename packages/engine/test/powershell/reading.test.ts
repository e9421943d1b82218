import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPowerShell } from '../../src/facts/powershell/read/read-powershell.ts';
import { type Agreement, compareReading, readLabels } from './labels.ts';

const corpus = new URL('../../../../corpus/powershell/', import.meta.url);
const files = ['everyday', 'hostile', 'random', 'edges'];
const mostDoubts: Readonly<Record<string, number>> = {
  everyday: 0.03,
  random: 0.1,
  hostile: 0.1,
  edges: 0.1,
};

describe('the reader beside the labels of PowerShell 7.0.9', () => {
  it.each(files)('%s: the same commands, words, redirections and calls, or a doubt', (name) => {
    const labels = readLabels(fileURLToPath(new URL(`${name}.jsonl.gz`, corpus)));
    const count = new Map<Agreement, number>();
    const wrong: string[] = [];
    for (const label of labels) {
      const agreement = compareReading(label);
      count.set(agreement, (count.get(agreement) ?? 0) + 1);
      if (!['agree', 'doubt', 'refused'].includes(agreement)) wrong.push(`${label.id}: ${agreement}`);
    }
    expect(wrong).toStrictEqual([]);
    const accepted = (count.get('agree') ?? 0) + (count.get('doubt') ?? 0);
    expect(accepted).toBeGreaterThan(100);
    expect((count.get('doubt') ?? 0) / accepted).toBeLessThanOrEqual(mostDoubts[name] ?? 0);
  });
});

describe('any text', () => {
  const pieces = fc.constantFrom(
    ...`$( ( ) { } " ' \` $x @( @{ [ ] :: . , ; | & && > 2>&1 # <# #> --% -a -x: if function ri a 1 % ? = ! \${ class
    switch try catch \u201c \u2018 \u2013`.split(/\s+/u),
    ...['@"\n', '\n"@', '\n', ' '],
  );
  it('is read or refused, and never fails otherwise', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        const reading = readPowerShell(text);
        if (!reading.understood) return reading.reason !== '';
        return reading.script.commands.every(({ start, end }) => start <= end && end <= text.length);
      }),
      { numRuns: 3000 },
    );
  });

  it.each(['(', '$(', '@{a=', '{', '"$(', 'if(', '[a[', '!', '-not ', '& {'])(
    'made of thousands of `%s` is refused at once',
    (piece) => {
      expect(readPowerShell(piece.repeat(6000)).understood).toBe(false);
    },
  );
});
