import { compileCode, type Verdict, verdicts } from '@permesso/engine/policy';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readGemini, readOpencode, type ReadResult } from '@permesso/engine/text';
import { createGate, type Gate } from '@permesso/gate/gate';
import { fixedWorld } from '@permesso/engine/world';
import { runs } from '../../../engine/test/runs.ts';

/**
 * The precedence of two hosts as an obvious model, beside the import, on random rules. The model knows single commands
 * of plain words, which is what both hosts' own documents define without doubt.
 */
const verdict = fc.constantFrom<Verdict>('allow', 'ask', 'deny');
const commands = [
  'git',
  'git status',
  'git status --short',
  'git log',
  'git push origin main',
  'git push --force',
  'npm run build',
  'npm run build --prod',
  'npm publish',
  'npm --version',
  'ls',
  'ls -la src',
  'cat a.txt',
  'grep -r a src',
  'make all',
  'rm -r build',
  'docker ps',
  'docker compose up',
  'frobnicate now',
];

function gateOf(read: ReadResult): Gate {
  if ('error' in read) throw new Error(read.error);
  return createGate({ policy: compileCode([{ ...read.layer, trusted: true }]), world: () => fixedWorld() });
}

function compare(read: ReadResult, theirs: (command: string) => Verdict | undefined): void {
  const gate = gateOf(read);
  const isExact = !('error' in read) && read.losses.every(({ effect }) => effect === 'not-carried');
  for (const command of commands) {
    const wanted = theirs(command);
    // Where the rules are silent each program has its own default; ours is not part of the import.
    if (wanted === undefined) continue;
    const { verdict: ours } = gate.explain({ tool: 'Bash', input: { command } }).decision;
    expect(verdicts.indexOf(ours), `${command}: ${wanted} there`).toBeGreaterThanOrEqual(
      verdicts.indexOf(wanted),
    );
    if (isExact) expect([command, ours]).toEqual([command, wanted]);
  }
}

describe('precedence', () => {
  const globs = [
    '*',
    'git *',
    'git status *',
    'git status',
    'git push *',
    'git push --force*',
    'git l*',
    'npm run *',
    'npm *',
    'ls *',
    'ls',
    'cat *',
    'docker *',
    'docker compose *',
    'make *',
    'rm *',
    '*--force*',
    'g*',
  ];

  it('OpenCode: the last match decides', { timeout: 300_000 }, () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.constantFrom(...globs), verdict), {
          maxLength: 7,
          selector: ([glob]) => glob,
        }),
        (rules) => {
          const read = readOpencode(JSON.stringify({ permission: { bash: Object.fromEntries(rules) } }), {});
          const lossless =
            'error' in read
              ? read
              : { ...read, losses: read.losses.filter(({ what }) => what !== 'calls that no rule names') };
          compare(lossless, (command) => rules.findLast(([glob]) => matchesGlob(glob, command))?.[1]);
        },
      ),
      { numRuns: runs(150) },
    );
  });

  it('Gemini CLI: the highest priority decides', { timeout: 300_000 }, () => {
    const prefixes = [
      'git',
      'git status',
      'git push',
      'npm',
      'npm run',
      'ls',
      'cat',
      'docker',
      'docker compose',
      'make',
      undefined,
    ];
    const rule = fc.record({ prefix: fc.constantFrom(...prefixes), verdict });
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 7 }), (rules) => {
        const text = rules.map(
          ({ prefix, verdict: decision }, at) =>
            `[[rule]]\ntoolName = "run_shell_command"\n${prefix === undefined ? '' : `commandPrefix = "${prefix}"\n`}decision = "${decision === 'ask' ? 'ask_user' : decision}"\npriority = ${(at * 37) % 101}\n`,
        );
        const sorted = rules
          .map((one, at) => ({ ...one, priority: (at * 37) % 101 }))
          .toSorted((a, b) => b.priority - a.priority);
        compare(
          readGemini(text.join('\n'), {}),
          (command) =>
            sorted.find(({ prefix }) => prefix === undefined || `${command} `.startsWith(`${prefix} `))
              ?.verdict,
        );
      }),
      { numRuns: runs(150) },
    );
  });
});

function matchesGlob(glob: string, command: string): boolean {
  const source = glob
    .replace(/ \*$/u, '\u{1}')
    .replaceAll(/[.+?^$()[\]{}|\\/]/gu, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replace('\u{1}', '( .*)?');
  return new RegExp(`^${source}$`, 'su').test(command);
}
