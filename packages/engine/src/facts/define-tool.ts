import { definedFields } from '../call/defined-fields.ts';
import type { Kind } from '../call/kind.ts';
import type { ToolCall } from '../call/tool-call.ts';
import type { World } from '../world/world.ts';
import type { Access } from './access.ts';
import { guardedCheck, readsProtected } from './danger.ts';
import { effectRule, type Effect } from './effect.ts';
import type { Check, Part, ToolSubject } from './part.ts';
import { touchedEffects } from './part-effects.ts';
import { onlyReads, statedEffects, type StatedEffect } from './stated-effects.ts';
import { validated, type InputOf, type OutputOf, type StandardSchema } from './standard-schema.ts';
import { unaskedCheck } from './tool-check.ts';
import type { LaterContext, Offer, Tool } from './tool.ts';
import { accessesOf, type Touch } from './touch.ts';

type Input = ToolCall['input'];

/** The raw arguments, for a tool without a schema. */
type AnyInput = StandardSchema<Input, Input>;

/** A custom tool, defined by a few functions. All of them receive hostile input and may throw: the call is then asked about. */
export interface ToolSpec<Name extends string = string, Schema extends StandardSchema = AnyInput> {
  readonly name: Name;
  readonly kind?: Kind;
  /**
   * Schema of the arguments: zod, valibot, arktype or another Standard Schema library. The functions below receive its output;
   * arguments that do not validate are asked about.
   */
  readonly schema?: Schema;
  /** The text that a rule's parentheses are compared with: `deploy(prod-*)`. */
  readonly subject?: (input: OutputOf<Schema>) => string | undefined;
  /**
   * Matches the content of a rule's parentheses itself, instead of a comparison with `subject`. Only true and false count; any
   * other answer is unknown, so no allow rule matches the call and every deny rule does.
   */
  readonly matches?: (content: string, input: OutputOf<Schema>) => boolean;
  /**
   * What happens when it runs, for `Effect(...)` rules and `effects`: a list, or a function that returns one per call. The
   * effects of what it `touches` are added. Without it, a tool that is not `readOnly` is treated as running unknown code.
   */
  readonly effects?: readonly StatedEffect[] | ((input: OutputOf<Schema>) => readonly StatedEffect[]);
  /** Whether the call changes nothing. Such calls are allowed in the explore and acceptEdits modes. */
  readonly readOnly?: boolean | ((input: OutputOf<Schema>, world: World) => boolean);
  /** The tool's own opinion; `pass` by default. `safety` asks whatever the allow rules say. */
  readonly check?: (input: OutputOf<Schema>, world: World, call: ToolCall) => Check;
  /**
   * An opinion that takes a query, for example to a database or a service. Called only by `authorize` and `consult`, with a
   * deadline; it may only tighten what `check` returns. `context.call` has the principal.
   */
  readonly asyncCheck?: (
    input: OutputOf<Schema>,
    context: LaterContext & { readonly call: ToolCall },
  ) => Promise<Check>;
  /**
   * Files and hosts that the arguments name, so that deny and ask rules about them apply to this tool too. A protected file
   * among them asks, whatever `check` returns short of deny.
   */
  readonly touches?: (input: OutputOf<Schema>) => readonly Touch[];
  /** Rules to offer when a person is asked, from narrow to wide. */
  readonly suggest?: (input: OutputOf<Schema>) => readonly Offer[];
}

/**
 * Describes a tool of your own. With a `schema`, its functions and the conditions of `definePolicy` know the arguments.
 *
 * @example
 * ```ts
 * import { defineTool } from '@permesso/gate';
 * import { z } from 'zod';
 * const refund = defineTool({
 *   name: 'refund',
 *   schema: z.object({ order: z.string(), amount: z.number() }),
 *   subject: ({ order }) => order,
 *   check: ({ amount }) =>
 *     amount > 1000 ? { outcome: 'deny', reason: 'refunds end at 1000' } : { outcome: 'pass' },
 * });
 * ```
 */
export function defineTool<const Name extends string, Schema extends StandardSchema = AnyInput>(
  spec: ToolSpec<Name, Schema>,
): Tool<Name, InputOf<Schema>> {
  if (spec.name.toLowerCase() === effectRule.toLowerCase())
    throw new TypeError(`a tool cannot be called ${spec.name}: rules about effects have that name`);
  const kind = spec.kind ?? 'other';
  const { schema, asyncCheck } = spec;
  const effectsFor = effectsBy(spec.effects);
  const inputOf = ({ input }: ToolCall): OutputOf<Schema> =>
    schema === undefined ? input : validated(schema, input);
  return {
    name: spec.name,
    kind,
    ...definedFields({ schema }),
    read: (call, world) => {
      const input = inputOf(call);
      const text = spec.subject?.(input);
      const accesses = (spec.touches?.(input) ?? []).flatMap((touch) => accessesOf(touch, { call, world }));
      const stated = effectsFor?.(input);
      const says = isReadOnly(spec.readOnly ?? stated !== undefined, input, world);
      const { matches } = spec;
      return [
        {
          kind,
          label: text === undefined ? call.tool : `${call.tool} ${text}`,
          subject: withMatcher(
            text === undefined ? { kind: 'tool' } : { kind: 'tool', text },
            matches && ((content) => matches(content, input)),
          ),
          accesses,
          ...readingFacts(says, { stated, accesses, world }),
          insideEdit: false,
          check: guardedCheck(readCheck(spec.check?.(input, world, call)), accesses, world),
          doubts: asyncCheck === undefined ? [] : [unaskedCheck],
        },
      ];
    },
    ...(asyncCheck === undefined
      ? {}
      : {
          checkLater: async (call, context) =>
            readCheck(await asyncCheck(inputOf(call), { ...context, call })),
        }),
    offer: (call) => {
      const input = inputOf(call);
      return spec.suggest?.(input) ?? offerByName(call, spec.subject?.(input));
    },
  };
}

/** A list is checked immediately, so that a mistake shows when the program starts. */
function effectsBy<In>(
  given: readonly StatedEffect[] | ((input: In) => readonly StatedEffect[]) | undefined,
): ((input: In) => readonly Effect[]) | undefined {
  if (given === undefined) return undefined;
  if (typeof given === 'function') return (input) => statedEffects(given(input));
  const stated = statedEffects(given);
  return () => stated;
}

/** The answers are kept as data: they are logged, and a replay has no function to call. */
function withMatcher(subject: ToolSubject, matches: ((content: string) => unknown) | undefined): ToolSubject {
  if (matches === undefined) return subject;
  const answers = Object.create(null) as Record<string, boolean>;
  const value: ToolSubject['matches'] = (content) => {
    const answer = answers[content] ?? booleanOf(matches, content);
    if (answer !== undefined) answers[content] = answer;
    return answer;
  };
  // Not enumerable, so that it is not written to a log.
  return Object.defineProperty({ ...subject, answers }, 'matches', { value });
}

/** Throwing, or returning anything else, counts as no answer. */
function booleanOf(matches: (content: string) => unknown, content: string): boolean | undefined {
  let answer: unknown;
  try {
    answer = matches(content);
  } catch (error) {
    // Unknown is the strictest answer: no allow rule matches the call, and every deny rule may.
    answer = error;
  }
  return typeof answer === 'boolean' ? answer : undefined;
}

interface Stated {
  readonly stated: readonly Effect[] | undefined;
  readonly accesses: readonly Access[];
  readonly world: World;
}

/** The stricter of two statements counts: a tool that pays is not read-only. */
function readingFacts(
  says: boolean,
  { stated, accesses, world }: Stated,
): Pick<Part, 'effects' | 'readOnly'> {
  const readOnly = says && !readsProtected(accesses, world);
  if (stated === undefined) return { readOnly };
  const effects = [...stated, ...touchedEffects(accesses, world)];
  return { effects, readOnly: readOnly && onlyReads(effects) };
}

function isReadOnly<In>(
  readOnly: boolean | ((input: In, world: World) => boolean) | undefined,
  input: In,
  world: World,
): boolean {
  // Strictly true: a promise or a string from careless code must not count as proof.
  const answer: unknown = typeof readOnly === 'function' ? readOnly(input, world) : readOnly;
  return answer === true;
}

const outcomes: ReadonlySet<string> = new Set(['pass', 'allow', 'deny', 'ask', 'safety']);

/** Untyped code may return anything. An invalid outcome is an error, never a pass. */
function readCheck(check: unknown): Check {
  if (check === undefined) return { outcome: 'pass' };
  const outcome: unknown =
    typeof check === 'object' && check !== null && 'outcome' in check ? check.outcome : undefined;
  if (typeof outcome !== 'string' || !outcomes.has(outcome))
    throw new TypeError('the check answered with no known outcome');
  return check as Check;
}

/** First exactly this input, then its subject, then every call of the tool. */
function offerByName(call: ToolCall, subject: string | undefined): readonly Offer[] {
  return [
    {
      rules: [`${call.tool}(${JSON.stringify(call.input)})`],
      covers: `${call.tool} with exactly these arguments`,
    },
    // A star or a parenthesis in the subject would mean something else in a rule.
    ...(subject === undefined || !/^[^*()\\{}\s][^*()\\{}]*$/u.test(subject)
      ? []
      : [{ rules: [`${call.tool}(${subject})`], covers: `${call.tool} about ${subject}` }]),
    { rules: [call.tool], covers: `every call of ${call.tool}` },
  ];
}
