import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideCall } from '@permesso/engine/decision';
import { compilePolicy } from '@permesso/engine/policy';
import { readPowerShell } from '@permesso/engine/powershell';
import { type Agreement, compareReading, readLabels } from './labels.ts';
import { measure } from './verdicts.ts';

const corpus = new URL('../../corpus/powershell/', import.meta.url);
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
    '@"\n',
    '\n"@',
    '\n',
    ' ',
    ...`$( ( ) { } " ' \` $x @( @{ [ ] :: . , ; | & && > 2>&1 # <# #> --% -a -x: if function ri a 1 % ? = ! \${ class
    switch try catch \u201c \u2018 \u2013`.split(/\s+/u),
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

describe('what is decided', () => {
  const labels = (name: string) => readLabels(fileURLToPath(new URL(`${name}.jsonl.gz`, corpus)));
  it('no script that removes something is allowed where Remove-Item is denied, also in bypass', () => {
    const figures = measure(labels('hostile'));
    expect(figures.removing).toBeGreaterThan(150);
    expect(figures.allowed).toBe(0);
    expect(figures.decoysAllowed ?? 0).toBeGreaterThanOrEqual(0.9 * (figures.decoys ?? 1));
  });
  it('no script that PowerShell refuses is allowed', () => {
    expect(measure(labels('random')).refusedAllowed).toBe(0);
    expect(measure(labels('edges')).refusedAllowed).toBe(0);
  });
  it('scripts that only look are mostly allowed by balanced', () => {
    const { looking = 0, lookingAsks = 0 } = measure(labels('everyday'));
    expect(looking).toBeGreaterThan(20);
    expect(lookingAsks / looking).toBeLessThanOrEqual(0.1);
  });

  it.each(['Bash', 'PowerShell'])('a rule that says %s is about every shell', (rule) => {
    for (const verdict of ['allow', 'ask', 'deny'] as const)
      for (const tool of ['Bash', 'PowerShell'])
        for (const text of [rule, `${rule}(git push:*)`]) {
          const policy = compilePolicy([{ [verdict]: [text] }]);
          const decided = decideCall({ tool, input: { command: 'git push' } }, { policy, mode: 'default' });
          expect([text, tool, decided.verdict]).toEqual([text, tool, verdict]);
        }
  });

  const decide = (command: string, rule: string) =>
    decideCall(
      { tool: 'PowerShell', input: { command } },
      { policy: compilePolicy([{ deny: [rule] }]), mode: 'bypass' },
    ).verdict;

  it.each([
    'Remove-Item a',
    'ri a',
    'RM a',
    'del a',
    'rd a',
    'erase a',
    'Microsoft.PowerShell.Management\\Remove-Item a',
    "& 'Remove-Item' a",
    "[IO.File]::Delete('a')",
    'cmd /c rd /s /q a',
    'cmd /c "d^el a"',
    "iex 'ri a'",
    'pwsh -Command "ri a"',
    'powershell -e cgBtACAAYQA=',
    'Get-ChildItem | % { ri $_ }',
  ])('deny Remove-Item denies `%s`', (command) => {
    expect(decide(command, 'PowerShell(Remove-Item:*)')).toBe('deny');
  });

  it.each([
    '$f = gi a; $f.Delete()',
    '& $x a',
    'sal zz ri; zz a',
    "'ri a' > z.ps1; .\\z.ps1",
    'gi a | % Delete',
    'Move-Item a b',
  ])('and never allows `%s`', (command) => {
    expect(decide(command, 'PowerShell(Remove-Item:*)')).not.toBe('allow');
  });

  it('a rule for a program binds in both shells', () => {
    expect(decide('git push origin main', 'Bash(git push:*)')).toBe('deny');
    expect(decide('git.exe push', 'PowerShell(git push:*)')).toBe('deny');
    expect(decide('git status', 'PowerShell(git push:*)')).toBe('allow');
    const bash = decideCall(
      { tool: 'Bash', input: { command: 'git push' } },
      { policy: compilePolicy([{ deny: ['PowerShell(git push:*)'] }]), mode: 'bypass' },
    );
    expect(bash.verdict).toBe('deny');
  });

  it('rules about files and hosts bind cmdlets', () => {
    expect(decide('Get-Content secrets/a.txt', 'Read(secrets/**)')).toBe('deny');
    expect(decide('gc -Pa .\\secrets\\a.txt', 'Read(secrets/**)')).toBe('deny');
    expect(decide("'x' > secrets\\a.txt", 'Write(secrets/**)')).toBe('deny');
    expect(decide("[IO.File]::WriteAllText('secrets/a', 'x')", 'Write(secrets/**)')).toBe('deny');
    expect(decide('Copy-Item secrets/a b', 'Read(secrets/**)')).toBe('deny');
  });
});
