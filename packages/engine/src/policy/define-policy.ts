import type { Principal } from '../call/principal.ts';
import type { EffectName } from '../facts/effect.ts';
import type { InputOf, StandardSchema } from '../facts/standard-schema.ts';
import type { Tool } from '../facts/tool.ts';
import { toolboxOf } from '../facts/toolbox.ts';
import type { Layer } from './layer.ts';
import type { Mode } from './mode-name.ts';
import { nameProblems } from './name-problems.ts';
import { PolicyError } from './policy-error.ts';
import { knownNames } from './rules/known-tools.ts';
import type { LimitInput } from './rules/limit.ts';
import type { RuleObject } from './rules/rule.ts';
import type { PlacesIn, When } from './rules/typed-when.ts';
import { compilePolicy } from './compile-policy.ts';
import { didYouMean } from '../messages/did-you-mean.ts';
import type { Policy } from './policy.ts';

/** Tools that rules may name without a description of the app's: files, commands, hosts. */
export type BuiltInName =
  | 'Bash'
  | 'PowerShell'
  | 'shell'
  | 'Read'
  | 'read'
  | 'Write'
  | 'write'
  | 'Edit'
  | 'MultiEdit'
  | 'NotebookEdit'
  | 'Glob'
  | 'Grep'
  | 'WebFetch'
  | 'WebSearch'
  | 'apply_patch'
  | 'url'
  | 'mcp';

/** What `definePolicy` is told of an app. */
export interface PolicyOf<Tools extends readonly Tool[], Schema extends StandardSchema> {
  /** The app's own, from `defineTool`. */
  readonly tools: Tools;
  /** Of the principal: which roles and attributes there are. */
  readonly principal?: Schema;
}

/** A layer whose rules can only name these tools, their arguments and this principal. */
export interface TypedLayer<Tools extends readonly Tool[], Person> extends Omit<
  Layer,
  'allow' | 'ask' | 'deny' | 'mode' | 'tools'
> {
  readonly mode?: Mode;
  readonly allow?: readonly TypedRule<Tools[number], Person>[];
  readonly ask?: readonly TypedRule<Tools[number], Person>[];
  readonly deny?: readonly TypedRule<Tools[number], Person>[];
  readonly tools?: Omit<NonNullable<Layer['tools']>, 'visible' | 'hidden'> & {
    readonly visible?: readonly (
      | NameOf<Tools[number]>
      | NameGlob<NameOf<Tools[number]>>
      | `mcp__${string}`
    )[];
    readonly hidden?: readonly (NameOf<Tools[number]> | NameGlob<NameOf<Tools[number]>> | `mcp__${string}`)[];
  };
}

/** A rule's text, or the text with what belongs to it. */
export type TypedRule<T extends Tool, Person> =
  | NameOf<T>
  | `${NameOf<T>}(${string})`
  | OtherText<NameOf<T>>
  | ToolRule<T, Person>
  | OtherRule<NameOf<T>, Person>;

/** One type for the name alone and one for the name with parentheses: so the compiler knows by `rule` which tool is meant. */
type ToolRule<T extends Tool, Person> =
  T extends Tool<infer Name, infer Input>
    ? string extends Name
      ? never
      :
          | RuleAbout<Name, ArgumentsOf<Input>, Person>
          | RuleAbout<`${Name}(${string})`, ArgumentsOf<Input>, Person>
    : never;

type OtherRule<Name extends string, Person> =
  | RuleAbout<BuiltInName | NameGlob<Name>, Readonly<Record<string, unknown>>, Person>
  | RuleAbout<`${BuiltInName}(${string})`, Readonly<Record<string, unknown>>, Person>
  | RuleAbout<`mcp__${string}` | EffectText, Readonly<Record<string, unknown>>, Person>;

type EffectText = `Effect(${EffectName})`;

/** Nothing is known of the arguments of a tool without a schema. */
type ArgumentsOf<Input> = unknown extends Input ? Readonly<Record<string, unknown>> : Input;

interface RuleAbout<Text extends string, Input, Person> extends Omit<RuleObject, 'rule' | 'when' | 'limit'> {
  readonly rule: Text;
  readonly when?: When<Input, Person>;
  readonly limit?: TypedLimit<Input>;
}

type TypedLimit<Input> = Omit<LimitInput, 'sum'> & { readonly sum?: NumberPath<PlacesIn<Input>> };

type NumberPath<P extends readonly [string, unknown]> = P extends readonly [
  infer Path extends string,
  infer Value,
]
  ? [Extract<Value, number>] extends [never]
    ? unknown extends Value
      ? `input.${Path}`
      : never
    : `input.${Path}`
  : never;

/** Built-in and MCP tools, effects, and beginnings of the app's names. */
type OtherText<Name extends string> =
  | BuiltInName
  | `${BuiltInName}(${string})`
  | `mcp__${string}`
  | EffectText
  | NameGlob<Name>;

type NameOf<T extends Tool> = T extends Tool<infer Name> ? (string extends Name ? never : Name) : never;

/** `*`, `d*`, `de*` ... of `delete_user`. */
type NameGlob<Name extends string> = '*' | Beginnings<Name>;

type Beginnings<Name extends string, Before extends string = ''> = Name extends `${infer First}${infer Rest}`
  ? `${Before}${First}*` | Beginnings<Rest, `${Before}${First}`>
  : never;

/** With what a schema says of it, and otherwise as every principal is. */
type PersonOf<Schema extends StandardSchema> =
  unknown extends InputOf<Schema> ? Principal : Omit<Principal, keyof InputOf<Schema>> & InputOf<Schema>;

/**
 * A policy for these tools: a misspelt tool, argument, operator, role or value does not compile. In plain JavaScript the names
 * of tools are checked when it runs. Throws a `PolicyError` where anything is broken.
 *
 * @example
 * ```ts
 * import { createGate, definePolicy, defineTool } from '@permesso/gate';
 * import { z } from 'zod';
 * const refund = defineTool({ name: 'refund', schema: z.object({ amount: z.number() }) });
 * const policy = definePolicy(
 *   { allow: [{ rule: 'refund', when: { amount: { lte: 50 } } }], deny: ['Bash(rm:*)'] },
 *   { tools: [refund] },
 * );
 * const gate = createGate({ policy, tools: [refund] });
 * ```
 */
export function definePolicy<
  const Tools extends readonly Tool[],
  Schema extends StandardSchema = StandardSchema,
>(layer: TypedLayer<NoInfer<Tools>, PersonOf<NoInfer<Schema>>>, { tools }: PolicyOf<Tools, Schema>): Layer {
  const policy = compileCode([layer]);
  const known = [...toolboxOf().named.keys(), ...knownNames.keys()];
  const problems = nameProblems(policy, { declared: tools.map(({ name }) => name), known });
  if (problems.length > 0) throw new PolicyError(problems);
  return layer;
}

/**
 * A policy that a program wrote. A programmer can fix it before it runs, so everything broken is an error, also an
 * allow rule, which a file would lose with a warning.
 */
export function compileCode(
  layers: readonly Layer[],
  options: Parameters<typeof compilePolicy>[1] = {},
): Policy {
  return soundPolicy(compilePolicy(layers, options));
}

/** Throws what is broken in layers that come from no file. */
export function soundPolicy(policy: Policy): Policy {
  const broken = policy.problems.filter(({ file }) => file === undefined);
  if (broken.length > 0) throw new PolicyError(broken);
  return policy;
}

/** A misspelt option is an approver, a log or a limit that nobody uses. */
export function checkOptions(given: object | undefined, known: readonly string[], of: string): void {
  if (given === undefined) return;
  if (typeof given !== 'object' || given === null)
    throw new TypeError(`the options of ${of} are not an object`);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const meant = didYouMean(unknown, known);
  const fix = meant === undefined ? `there are ${known.join(', ')}` : `did you mean \`${meant}\`?`;
  throw new TypeError(`${of} has no option \`${unknown}\` (${fix})`);
}
