import { isRecord } from '@permesso/engine/call';
import {
  defineTool,
  type InputOf,
  type StandardSchema,
  type Tool,
  type ToolSpec,
} from '@permesso/engine/facts';

/** An SDK's own map of tools, typed for `createGate` and `definePolicy`. */
export type ToolsOf<Tools> = readonly {
  readonly [Name in keyof Tools & string]: Tool<Name, ArgumentsIn<Tools[Name]>>;
}[keyof Tools & string][];

/** What a policy should know about these tools besides their schemas. */
export type ToolNotes<Tools> = {
  readonly [Name in keyof Tools & string]?: Omit<
    ToolSpec<Name, StandardSchema<ArgumentsIn<Tools[Name]>>>,
    'name' | 'schema'
  >;
};

/** Read from the schema; or from the function, where an SDK hides the schema in a type of its own. */
type ArgumentsIn<T> = T extends { readonly inputSchema: infer Schema }
  ? [Extract<Schema, StandardSchema>] extends [never]
    ? ArgumentsInShape<T, Schema>
    : InputOf<Extract<Schema, StandardSchema>>
  : ArgumentsOfRun<T>;

/** The MCP SDK's form: one schema per argument. */
type ArgumentsInShape<T, Shape> =
  Shape extends Readonly<Record<string, StandardSchema>>
    ? { readonly [Name in keyof Shape]: InputOf<Shape[Name]> }
    : ArgumentsOfRun<T>;

type ArgumentsOfRun<T> = T extends { readonly execute?: infer Run }
  ? NonNullable<Run> extends (input: infer Input, ...rest: never[]) => unknown
    ? Input
    : unknown
  : unknown;

/**
 * Tools described once: the map you give the AI SDK, Mastra or an MCP server, with its schemas. A policy from
 * `definePolicy` then knows their names and arguments, and a call whose arguments do not fit the schema is asked
 * about.
 *
 * @example
 * ```ts
 * import { createGate, definePolicy } from '@permesso/gate';
 * import { toolsOf } from '@permesso/gate/tools';
 * import { z } from 'zod';
 * const own = { refund: { inputSchema: z.object({ amount: z.number() }), execute: async () => 'paid' } };
 * const tools = toolsOf(own, { refund: { effects: ['pay'] } });
 * const policy = definePolicy({ allow: [{ rule: 'refund', when: { amount: { lte: 50 } } }] }, { tools });
 * const gate = createGate({ policy, tools });
 * ```
 */
export function toolsOf<const Tools extends Readonly<Record<string, object>>>(
  tools: Tools,
  notes: ToolNotes<Tools> = {},
): ToolsOf<Tools> {
  for (const name of Object.keys(notes))
    if (!Object.hasOwn(tools, name)) throw new TypeError(`there is no tool \`${name}\` to say more of`);
  return Object.entries(tools).map(([name, tool]) => {
    const schema = schemaIn(tool);
    const more = (notes as Readonly<Record<string, object>>)[name];
    return defineTool({ ...more, name, ...(schema !== undefined && { schema }) });
  }) as unknown as ToolsOf<Tools>;
}

function schemaIn(tool: object): StandardSchema | undefined {
  const given: unknown = 'inputSchema' in tool ? tool.inputSchema : undefined;
  if (isStandard(given)) return given;
  if (!isRecord(given)) return undefined;
  const parts = Object.entries(given);
  const isShape = parts.length > 0 && parts.every(([, part]) => isStandard(part));
  return isShape ? shapeSchema(given as Readonly<Record<string, StandardSchema>>) : undefined;
}

/** Some libraries make their schemas functions. */
function isStandard(value: unknown): value is StandardSchema {
  return (typeof value === 'object' || typeof value === 'function') && value !== null && '~standard' in value;
}

/** An argument that the shape does not name does not fit: its meaning is unknown. */
function shapeSchema(shape: Readonly<Record<string, StandardSchema>>): StandardSchema {
  return {
    '~standard': {
      version: 1,
      vendor: 'permesso',
      validate: (value) => {
        if (!isRecord(value)) return { issues: [{ message: 'is not an object' }] };
        const unnamed = Object.keys(value).find((name) => !Object.hasOwn(shape, name));
        if (unnamed !== undefined) return { issues: [{ message: 'is not expected', path: [unnamed] }] };
        const fitted: Record<string, unknown> = {};
        for (const [name, part] of Object.entries(shape)) {
          const said = part['~standard'].validate(Object.hasOwn(value, name) ? value[name] : undefined);
          if ('then' in said)
            throw new TypeError('the schema answers later; a decision needs one that answers at once');
          if (said.issues !== undefined)
            return {
              issues: said.issues.map(({ message, path = [] }) => ({ message, path: [name, ...path] })),
            };
          if (said.value !== undefined) fitted[name] = said.value;
        }
        return { value: fitted };
      },
    },
  };
}
