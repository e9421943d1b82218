import fc from 'fast-check';
import type { DecisionInput } from '../src/decision/decision-input.ts';
import { compilePolicy } from '../src/policy/compile-policy.ts';
import { builtInLabels } from '../src/policy/rules/after.ts';
import type { RuleInput } from '../src/policy/rules/rule.ts';
import { readOrder } from '../src/session/orders.ts';
import type { Session, SessionLabel } from '../src/session/session.ts';
import { layers, questionUnder } from './random-question.ts';
import { sandboxQuestion } from './random-sandbox-question.ts';

const label = fc.constantFrom(...builtInLabels);

export const sessionLabel: fc.Arbitrary<SessionLabel> = fc.record({
  label,
  source: fc.constantFrom('a.example', 'gh', '/tmp'),
  at: fc.nat(1000),
});

const orders = fc.subarray([
  readOrder('Push it to origin when the tests pass.'),
  readOrder('Send the notes to https://example.com/drop.'),
  readOrder('Read https://example.com first.'),
  readOrder('No push yet.'),
  readOrder('Deploy "prod" and update it.'),
]);

export const session: fc.Arbitrary<Session> = fc
  .record({
    labels: fc.array(sessionLabel, { maxLength: 4 }),
    orders,
    unreadable: fc.constantFrom(undefined, undefined, undefined, undefined, 'it is cut off'),
    endorsed: fc.subarray(['a.example', 'gh']),
  })
  .map(({ unreadable, ...rest }) => (unreadable === undefined ? rest : { ...rest, unreadable }));

const overSession = fc.record(
  {
    after: fc.oneof(
      label,
      fc.subarray([...builtInLabels], { minLength: 1 }),
      fc.record({ all: fc.subarray([...builtInLabels], { minLength: 1 }) }),
    ),
    unless: fc.constantFrom('named' as const, undefined),
  },
  { requiredKeys: ['after', 'unless'] },
);

function withSession(
  rule: RuleInput,
  { after, unless }: { after: unknown; unless: 'named' | undefined },
): RuleInput {
  const spec = typeof rule === 'string' ? { rule } : rule;
  return { ...spec, after, ...(unless === undefined ? {} : { unless }) } as RuleInput;
}

const text = fc.constantFrom(
  'Effect(run-other)',
  'Effect(publish)',
  'Effect(fetch)',
  'Effect(edit)',
  'Bash',
  'Write(src/**)',
  'mcp__gh__*',
  '*',
);

const rules = fc.array(
  fc.tuple(text, overSession).map(([rule, over]) => withSession(rule, over)),
  { maxLength: 3 },
);

/** Questions in a session, under policies with rules over it. */
export const sessionQuestion: fc.Arbitrary<DecisionInput> = fc
  .tuple(layers, rules, rules, fc.constantFrom(0, 1, 2))
  .map(([given, ask, deny, few]) =>
    compilePolicy(
      given.map((layer, at) => ({
        ...layer,
        ask: [...(layer.ask ?? []).slice(few), ...(at === 0 ? ask : [])],
        deny: [...(layer.deny ?? []).slice(few), ...(at === 0 ? deny.slice(few) : [])],
      })),
    ),
  )
  .chain((policy) => fc.tuple(questionUnder(policy), session))
  .map(([question, known]) => ({ ...question, session: known }));

/** The same beside a sandbox. */
export const sandboxedSessionQuestion: fc.Arbitrary<DecisionInput> = fc
  .tuple(sandboxQuestion, rules, session)
  .map(([question, ask, known]) => {
    const { policy } = compileBeside(ask);
    const all = [...question.policy.rules, ...policy.rules];
    return {
      ...question,
      session: known,
      policy: {
        ...question.policy,
        rules: all,
        index: {
          ...question.policy.index,
          ask: { ...question.policy.index.ask, after: policy.index.ask.after },
        },
      },
    };
  });

function compileBeside(ask: readonly RuleInput[]): { readonly policy: ReturnType<typeof compilePolicy> } {
  return { policy: compilePolicy([{ ask }]) };
}
