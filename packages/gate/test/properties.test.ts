import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ToolCall } from '@permesso/engine/call';
import { type DecisionInput, grantOf, isImmune, judge, type Verdicts } from '@permesso/engine/decision';
import { defineTool, type Part } from '@permesso/engine/facts';
import { createGate } from '../src/gate/gate.ts';
import { memoryGrants } from '../src/approval/stores/grant-store.ts';
import { asksOf } from '../src/approval/answer-to-grant.ts';
import {
  compilePolicy,
  type Layer,
  mayCheck,
  modes,
  type RuleInput,
  type Verdict,
  verdicts,
} from '@permesso/engine/policy';
import { indexRules } from '@permesso/engine/policy';
import { fixedWorld } from '@permesso/engine/world';
import { layer, layers, question } from '../../engine/test/random-question.ts';
import { enoughRuns, runs } from '../../engine/test/runs.ts';

const numRuns = runs(2000);

function strictness(verdict: Verdict): number {
  return verdicts.indexOf(verdict);
}

function determining(asked: DecisionInput): readonly string[] {
  return [
    ...new Set(judge(asked).deciding.flatMap((one) => one.determining.map(({ key }) => key))),
  ].toSorted();
}

/** The same question without its allow rules of these texts. */
function withoutAllows(asked: DecisionInput, texts: ReadonlySet<string>): DecisionInput {
  const rules = asked.policy.rules.filter(({ verdict, text }) => verdict !== 'allow' || !texts.has(text));
  const index = {
    ...asked.policy.index,
    allow: indexRules(rules.filter(({ verdict }) => verdict === 'allow')),
  };
  return { ...asked, policy: { ...asked.policy, rules, index } };
}

/** The same question under a policy of other layers. */
function under(asked: DecisionInput, given: readonly Layer[]): DecisionInput {
  return { ...asked, policy: compilePolicy(given) };
}

function expectNotLooser(before: Verdicts, after: Verdicts): void {
  if (before.verdict !== 'allow') expect(after.verdict).not.toBe('allow');
  if (before.judgements.some(({ step }) => step === 'deny' || step === 'frozen'))
    expect(after.verdict).toBe('deny');
}

function shuffled<T>(items: readonly T[] | undefined, seed: number): readonly T[] {
  return (items ?? [])
    .map((item, place) => ({ item, at: ((place + 1) * 7919 * (seed + 1)) % 104_729 }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

describe('rules', () => {
  test('their order and repetition never matter', () => {
    fc.assert(
      fc.property(question, layers, fc.nat(50), (asked, given, seed) => {
        const other = shuffled(given, seed).map((one) => ({
          ...one,
          allow: shuffled([...(one.allow ?? []), ...(one.allow ?? [])], seed),
          ask: shuffled([...(one.ask ?? []), ...(one.ask ?? [])], seed),
          deny: shuffled([...(one.deny ?? []), ...(one.deny ?? [])], seed),
        }));
        const before = under(asked, given);
        const after = under(asked, other);
        expect(judge(after).verdict).toBe(judge(before).verdict);
        expect(determining(after)).toEqual(determining(before));
      }),
      { numRuns },
    );
  });

  // By the mode table an ask rule comes before the tool's and the mode's own refusals, so it may turn one of those
  // into an ask; it never turns anything into an allow, and never changes what a deny rule decided. The added rules
  // have a file of their own, so that no grant was ever given for them.
  test('one more deny or ask never loosens', () => {
    fc.assert(
      fc.property(question, layers, layer, (asked, given, extra) => {
        const tightening: Layer = {
          layer: 'user',
          file: 'added.yaml',
          ask: extra.ask ?? [],
          deny: extra.deny ?? [],
        };
        expectNotLooser(judge(under(asked, given)), judge(under(asked, [...given, tightening])));
      }),
      { numRuns },
    );
  });

  test('one more allow without a limit never tightens', () => {
    fc.assert(
      fc.property(question, layers, layer, fc.boolean(), (asked, given, extra, trusted) => {
        // A limit restricts what it speaks of, also where another rule allows it.
        const allow = (extra.allow ?? []).filter(
          (rule) => typeof rule === 'string' || rule.limit === undefined,
        );
        const loosening: Layer = { layer: 'project', trusted, allow };
        const before = judge(under(asked, given)).verdict;
        const after = judge(under(asked, [...given, loosening])).verdict;
        expect(strictness(after)).toBeLessThanOrEqual(strictness(before));
      }),
      { numRuns },
    );
  });

  test('an untrusted layer never loosens, whatever it says', () => {
    fc.assert(
      fc.property(question, layers, layer, (asked, given, extra) => {
        const untrusted: Layer = { ...extra, layer: 'project', file: 'added.yaml', trusted: false };
        expectNotLooser(judge(under(asked, given)), judge(under(asked, [...given, untrusted])));
      }),
      { numRuns },
    );
  });
});

/** Whether what the rules would have to match is not known. */
function isUnknown({ subject }: Part): boolean {
  switch (subject.kind) {
    case 'command':
      return subject.words[0]?.kind !== 'literal';
    case 'path':
      return !subject.path.known || typeof subject.path.real !== 'string';
    case 'url':
      return !subject.url.known;
    case 'unknown-call':
      return true;
    case 'mcp':
    case 'tool':
      return false;
  }
}

describe('the unknown', () => {
  test('becomes allow outside bypass only by a rule about a whole kind, tool or effect, never by narrower ones alone', () => {
    let tried = 0;
    fc.assert(
      fc.property(question, (asked) => {
        if (asked.mode === 'bypass') return;
        for (const [at, { part, verdict, step, determining: by }] of judge(asked).judgements.entries()) {
          if (!isUnknown(part) || verdict !== 'allow' || step !== 'allowRule') continue;
          tried++;
          const whole = by.filter(
            ({ text, grant }) =>
              grant === 'exact' || text === 'this exact call' || /^(?:[^(]+|Effect\(.*)$/u.test(text),
          );
          if (whole.length === by.length) continue;
          // A narrower one may match beside it, as the host of a stated effect does: without it the part is allowed all the same.
          const narrow = new Set(by.filter((one) => !whole.includes(one)).map(({ text }) => text));
          const again = judge(withoutAllows(asked, narrow)).judgements[at];
          expect([narrow, again?.verdict]).toEqual([narrow, 'allow']);
        }
      }),
      { numRuns: numRuns * 4 },
    );
    expect(tried).toBeGreaterThan(0);
  });
});

describe('a grant', () => {
  test('never beats a deny', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const without = judge({ ...asked, grants: [] });
        if (!without.judgements.some(({ step }) => step === 'deny' || step === 'frozen')) return;
        expect(judge(asked).verdict).toBe('deny');
      }),
      { numRuns },
    );
  });

  test('never stops what was allowed', () => {
    fc.assert(
      fc.property(question, (asked) => {
        if (judge({ ...asked, grants: [] }).verdict === 'allow') expect(judge(asked).verdict).toBe('allow');
      }),
      { numRuns },
    );
  });

  test('is not an answer to an ask that it was not given for', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const deaf = asked.grants.map((grant) => ({ ...grant, answers: [] }));
        const without = judge({ ...asked, grants: [] });
        if (!without.judgements.some(({ step, verdict }) => verdict === 'ask' && step !== 'otherwise'))
          return;
        expect(judge({ ...asked, grants: deaf }).verdict).not.toBe('allow');
      }),
      { numRuns },
    );
  });

  test('for another call or another session changes nothing', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const strangers = asked.grants.map((grant) => ({ ...grant, callKey: 'a call that never was' }));
        const absent = asked.grants.map((grant) => ({ ...grant, session: 'a session that never was' }));
        const without = judge({ ...asked, grants: [] }).verdict;
        expect(judge({ ...asked, grants: strangers }).verdict).toBe(without);
        expect(judge({ ...asked, grants: absent }).verdict).toBe(without);
      }),
      { numRuns },
    );
  });
});

const calls: fc.Arbitrary<ToolCall> = fc.oneof(
  fc.record({
    tool: fc.constantFrom('Read', 'Write', 'Edit', 'NotebookEdit', 'Grep'),
    input: fc
      .constantFrom('src/a.ts', '.env', '~/.bashrc', '/etc/hosts', 'we[i]rd *.ts', 'a/b/../c.ts', '')
      .map((path) => ({ file_path: path, notebook_path: path, path })),
  }),
  fc.record({
    tool: fc.constant('WebFetch'),
    input: fc
      .constantFrom('https://example.com/a', 'http://[::1]:8080/', 'not a url')
      .map((url) => ({ url })),
  }),
  fc.record({ tool: fc.constantFrom('mcp__gh__create', 'mcp__a__b__c', 'mcp__x'), input: fc.constant({}) }),
  fc.record({
    tool: fc.constantFrom('Bash'),
    input: fc
      .constantFrom(
        'npm test',
        'git push origin main',
        'npm run "a b" && make',
        'echo \\* "$HOME"',
        'rm -rf build',
        'python -c 1',
        'X=1 make',
        'curl https://a.test',
        '',
      )
      .map((command) => ({ command })),
  }),
  fc.record({
    tool: fc.constantFrom('deploy', 'broken', '__proto__', 'toString', 'other tool'),
    input: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 2 }),
  }),
);

const tools = [
  defineTool({ name: 'deploy', subject: ({ env }) => (typeof env === 'string' ? env : undefined) }),
  defineTool({
    name: 'broken',
    suggest: () => {
      throw new Error('no idea');
    },
  }),
];

/** As code can give it: no layer says itself that it is trusted. */
function withoutMisplaced({ trusted: _trusted, ...given }: Layer): Layer {
  if (mayCheck(given.layer ?? 'flags')) return given;
  const plain = (rules: readonly RuleInput[] = []): readonly RuleInput[] =>
    rules.map((rule) => {
      if (typeof rule === 'string') return rule;
      const { check: _check, ...rest } = rule;
      return rest;
    });
  return { ...given, ask: plain(given.ask), deny: plain(given.deny) };
}

describe('a suggestion', () => {
  test('once accepted allows the same call, and is never offered where an immune ask decided', () => {
    let accepted = 0;
    fc.assert(
      fc.property(calls, layers, fc.constantFrom(...modes), (call, random, mode) => {
        const world = fixedWorld();
        // Code that names a check where none counts is told so at once.
        const given = random.map(withoutMisplaced);
        const gate = createGate({ policy: given, mode, tools, world: () => world });
        const decision = gate.explain(call).decision;
        const asks = asksOf(decision);
        const unlisted = decision.receipt.parts.every(
          ({ verdict, step }) => verdict === 'allow' || (verdict === 'deny' && step === 'otherwise'),
        );
        if (
          decision.verdict === 'allow' ||
          (decision.verdict === 'deny' && !unlisted) ||
          asks.some(isImmune)
        ) {
          expect(decision.suggestions).toEqual([]);
          return;
        }
        for (const { rules } of decision.suggestions) {
          const grant = grantOf(rules, { asks, mode: decision.receipt.mode.used });
          if (grant === undefined) throw new Error(`offered rules cannot be read: ${rules.join(', ')}`);
          const later = createGate({
            policy: given,
            mode,
            tools,
            world: () => world,
            grants: memoryGrants([grant]),
          });
          expect(later.explain(call).decision.verdict).toBe('allow');
          accepted++;
        }
      }),
      { numRuns },
    );
    if (enoughRuns) expect(accepted).toBeGreaterThan(numRuns / 20);
  });
});
