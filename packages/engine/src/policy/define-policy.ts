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

/** Tools that rules may name although the app does not define them: files, commands, hosts. */
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

/** The app's definitions for `definePolicy`. */
export interface PolicyOf<Tools extends readonly Tool[], Schema extends StandardSchema> {
  /** The app's own tools, from `defineTool`. */
  readonly tools: Tools;
  /** The schema of the principal: its roles and attributes. */
  readonly principal?: Schema;
}

/** A layer whose rules can name only these tools, their arguments and this principal. */
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

/** A rule's text, alone or with its fields. */
export type TypedRule<T extends Tool, Person> =
  | NameOf<T>
  | `${NameOf<T>}(${string})`
  | OtherText<NameOf<T>>
  | ToolRule<T, Person>
  | OtherRule<NameOf<T>, Person>;

/**
 * One type for the bare name and one for the name with parentheses, so that the compiler can tell from `rule` which tool is
 * meant.
 */
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

/** The arguments of a tool without a schema are unknown. */
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

/** Built-in and MCP tools, effects, and prefixes of the app's names. */
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

/** The type from the schema, otherwise any principal. */
type PersonOf<Schema extends StandardSchema> =
  unknown extends InputOf<Schema> ? Principal : Omit<Principal, keyof InputOf<Schema>> & InputOf<Schema>;

/**
 * A policy for these tools: a misspelled tool, argument, operator, role or value does not compile. In plain JavaScript the tool
 * names are checked at run time. Throws a `PolicyError` if anything is invalid.
 *
 * @example
 * ```ts
 * import { createGate, definePolicy, defineTool } from '@permesso/gate';
 * import { z } from 'zod';
 * const refund = defineTool({ name: 'refund', schema: z.object({ amount: z.number() }) });
 * const policy = definePolicy(
 * { allow: [{ rule: 'refund', when: { amount: { lte: 50 } } }], deny: ['Bash(rm:*)'] },
 * { tools: [refund] },
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
 * Compiles a policy written in code. A programmer can fix it before it runs, so every problem is an error, including an invalid
 * allow rule, which in a file only causes a warning.
 */
export function compileCode(
  layers: readonly Layer[],
  options: Parameters<typeof compilePolicy>[1] = {},
): Policy {
  return soundPolicy(compilePolicy(layers, options));
}

/** Throws the problems of layers that come from no file. */
export function soundPolicy(policy: Policy): Policy {
  const broken = policy.problems.filter(({ file }) => file === undefined);
  if (broken.length > 0) throw new PolicyError(broken);
  return policy;
}

/** A misspelled option would be an approver, a log or a limit that is never used. */
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
