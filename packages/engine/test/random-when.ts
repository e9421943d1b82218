import fc from 'fast-check';
import type { Principal } from '../src/call/principal.ts';
import type { WhenInput } from '../src/policy/rules/parse-when.ts';

/** Few names and values, so that conditions meet arguments and each other. */
const scalars = [
  5,
  10,
  '5',
  'prod',
  'PROD',
  ' prod',
  'prod-eu',
  '',
  true,
  'true',
  null,
  'ann',
  'bob',
  'a@x.test',
];
const scalar = fc.constantFrom<unknown[]>(...scalars);
const text = fc.constantFrom('prod', 'p', 'ann', 'x.test', '5');
const ref = fc
  .constantFrom(
    'principal.user',
    'principal.roles',
    'principal.attributes.limit',
    'principal.attributes.plan',
    'env',
    'to',
    '$.principal.user',
  )
  .map(($ref) => ({ $ref }));

const value = fc.oneof(
  { weight: 6, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('user', 'env'), scalar, { maxKeys: 2 }),
);

const comparison = fc.oneof({ weight: 3, arbitrary: fc.constantFrom<unknown[]>(4, 5, 10) }, ref);

const conditions = fc.letrec<{ tests: unknown; when: WhenInput }>((tie) => ({
  tests: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'when' },
    scalar,
    fc
      .record(
        {
          equals: fc.oneof(value, ref),
          in: fc.oneof(fc.array(value, { minLength: 1, maxLength: 2 }), ref),
          gt: comparison,
          gte: comparison,
          lt: comparison,
          lte: comparison,
          contains: fc.oneof(fc.constantFrom<unknown[]>(5, 'prod', 'ann'), ref),
          startsWith: fc.oneof(text, ref),
          endsWith: fc.oneof(text, ref),
          matches: fc.constantFrom('^prod', 'd$', '^a.b?', '5|10', String.raw`^\w+@x\.test$`),
          exists: fc.boolean(),
          not: tie('tests'),
          any: tie('tests'),
          all: tie('tests'),
        },
        { requiredKeys: [] },
      )
      .chain((all) => {
        const names = Object.keys(all) as (keyof typeof all)[];
        if (names.length === 0) return fc.constant<unknown>({ exists: true });
        return fc
          .subarray(names, { minLength: 1, maxLength: Math.min(2, names.length) })
          .map((chosen): unknown => Object.fromEntries(chosen.map((name) => [name, all[name]])));
      }),
  ),
  when: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'when' },
    fc.dictionary(
      fc.constantFrom(
        'amount',
        'env',
        'to',
        'to[*]',
        'to[0]',
        'env.user',
        '$.principal.user',
        'principal.user',
        'principal.tenant',
        'principal.roles',
        'principal.roles[*]',
        'principal.attributes.limit',
        'principal.attributes.plan',
      ),
      tie('tests'),
      { minKeys: 1, maxKeys: 2 },
    ),
    fc.array(tie('when'), { minLength: 1, maxLength: 2 }).map(($or) => ({ $or })),
    fc.array(tie('when'), { minLength: 1, maxLength: 2 }).map(($and) => ({ $and })),
    tie('when').map(($not) => ({ $not })),
  ),
}));

export const randomWhen: fc.Arbitrary<WhenInput> = conditions.when;

export const randomInput: fc.Arbitrary<Record<string, unknown>> = fc.record(
  { amount: value, env: value, to: value, principal: value },
  { requiredKeys: [] },
);

export const randomPrincipal: fc.Arbitrary<Principal | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.record(
    {
      tenant: fc.constantFrom('acme', 'prod'),
      user: fc.constantFrom('ann', 'bob', '5'),
      roles: fc.array(fc.constantFrom('prod', 'ann', 'admin'), { maxLength: 2 }),
      attributes: fc.record({ limit: value, plan: value }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  ),
);
