import fc from 'fast-check';
import type { DecisionInput } from '../src/decision/decision-input.ts';
import type { Part } from '../src/facts/part.ts';
import { compilePolicy } from '../src/policy/compile-policy.ts';
import type { Layer } from '../src/policy/layer.ts';
import { builtInLabels } from '../src/policy/rules/after.ts';
import type { LayerName } from '../src/policy/rules/rule.ts';
import type { Derivation } from '../src/sandbox/derive-profile.ts';
import type { SandboxProfile } from '../src/sandbox/sandbox-profile.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';
import type { RepositoryFact } from '../src/world/world.ts';
import { layers, now, questionUnder } from './random-question.ts';

const emptyProfile: SandboxProfile = { writable: [], readOnly: [], hidden: [], hosts: [], environment: [] };

const sandboxInput = fc.record({
  use: fc.constantFrom('on' as const, 'on' as const, 'on' as const, 'required' as const, 'off' as const),
  hosts: fc.subarray(['example.com', 'other.test', '*.example.com']),
  modes: fc.subarray(['explore', 'dontAsk']),
  after: fc.dictionary(
    fc.constantFrom(...builtInLabels),
    fc.record({ hosts: fc.subarray(['example.com', 'other.test', '*.example.com']) }),
    { maxKeys: 2 },
  ),
});

const derivation = fc.constantFrom<Derivation[]>(
  { profile: emptyProfile, lines: [], problems: [] },
  { profile: emptyProfile, lines: [], problems: [] },
  { profile: emptyProfile, lines: [], problems: ['a rule that no engine can keep'] },
);

/** The same questions where a policy speaks of the sandbox: mostly shell commands, on machines with and without one. */
export const sandboxQuestion: fc.Arbitrary<DecisionInput> = fc
  .tuple(
    layers,
    sandboxInput,
    fc.constantFrom<LayerName[]>('user', 'user', 'project', 'team', 'managed'),
    fc.constantFrom(true, true, false),
  )
  .chain(([given, sandbox, name, isCalm]) =>
    questionUnder(
      compilePolicy([...(isCalm ? given.map(calmLayer) : given), { layer: name, sandbox }]),
    ).chain((asked) =>
      fc
        .record({
          runs: fc.constantFrom(true, true, true, true, false),
          proven: fc.constantFrom(true, true, true, true, false),
          isShell: fc.constantFrom(true, true, true, false),
          repository: fc.constantFrom<(RepositoryFact | undefined)[]>(
            undefined,
            { hooks: [], programs: [] },
            { hooks: ['pre-commit'], programs: [] },
          ),
          lookup: fc.constantFrom<string[][]>(['/usr/bin'], ['/usr/bin'], ['/home/dev/project/bin']),
          derived: derivation,
          input: fc.constantFrom<Record<string, unknown>[]>(
            {},
            {},
            { command: 'a && b > c 2>&1', timeout: 1 },
            { command: 'a & b' },
            { command: 'setsid a' },
            { run_in_background: true },
            { is_background: false },
          ),
          unapproved: fc.constantFrom<string[] | undefined>(undefined, undefined, ['python3 x.py'], []),
        })
        .map(({ runs, proven, isShell, repository, lookup, derived, input, unapproved }): DecisionInput => {
          const { frozen: _frozen, ...unfrozen } = asked;
          return {
            ...(isCalm ? unfrozen : asked),
            runsSandboxed: runs,
            sandboxProfile: () => derived,
            world: fixedWorld({
              now,
              repository: () => repository,
              sandbox: {
                engine: 'test',
                version: '1',
                proven,
                path: lookup,
                ...(unapproved === undefined ? {} : { unapproved }),
              },
            }),
            ...(isShell
              ? {
                  call: { ...asked.call, input },
                  facts: {
                    kind: 'shell',
                    parts: asked.facts.parts
                      .map(asShell)
                      .map((one) => (isCalm ? calmPart(one) : one)) as unknown as [Part, ...Part[]],
                  },
                }
              : {}),
          };
        }),
    ),
  );

function asShell({ carried: _carried, ...rest }: Part): Part {
  return { ...rest, kind: 'shell', startsIn: ['/home/dev/project'] };
}

/** Without what decides before the sandbox is asked, or hardly any question would reach it. */
function calmLayer({ ask, deny, ...rest }: Layer): Layer {
  return { ...rest, ask: (ask ?? []).slice(2), deny: (deny ?? []).slice(2), unlisted: 'ask', trusted: true };
}

function calmPart({ guard: _guard, ...rest }: Part): Part {
  const { check: given, accesses } = rest;
  return {
    ...rest,
    check: given.outcome === 'allow' || given.outcome === 'ask' ? given : { outcome: 'pass' },
    accesses: accesses.filter(({ kind }) => kind === 'execute' || kind === 'network'),
  };
}
