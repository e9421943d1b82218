import { isRecord } from '../../call/is-record.ts';
import { effectNames, effectRule } from '../../facts/effect.ts';
import type { StandardSchema } from '../../facts/standard-schema.ts';
import type { Tool } from '../../facts/tool.ts';
import { toolboxOf } from '../../facts/toolbox.ts';
import { knownNames } from '../rules/known-tools.ts';
import type { JsonSchema } from './shape.ts';
import { whenSchemas } from './when-schema.ts';

/** What an editor may know about an app's rules: the tools, and the arguments of each. */
export interface AppSchemas {
  readonly text: JsonSchema;
  /** For the long form of a rule: the conditions that fit the tool it names. */
  readonly about: JsonSchema;
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

export function appSchemas(tools: readonly Tool[]): AppSchemas {
  const own = tools.map(({ name }) => name).filter((name) => !name.endsWith('*'));
  const builtIn = [...new Set([...knownNames.keys(), ...toolboxOf().named.keys()])];
  const names = [...own, ...builtIn].map(escaped).join('|');
  const described = tools.flatMap((tool, at) => {
    const when = conditionsOf(tool);
    return when === undefined ? [] : [{ name: tool.name, key: `when${at}`, when }];
  });
  return {
    text: {
      anyOf: [
        { enum: [...own, ...builtIn, ...effectNames.map((name) => `${effectRule}(${name})`)] },
        { type: 'string', pattern: `^(?:(?:${names})\\(.+\\)|mcp__.+|[^()]*\\*)$` },
      ],
    },
    about: {
      allOf: described.map(({ name, key }) => ({
        // Either about another tool, or with arguments of this one.
        anyOf: [
          { properties: { rule: { not: { pattern: `^${escaped(name)}(?:\\(|$)` } } } },
          { properties: { when: { $ref: `#/$defs/${key}` } } },
        ],
      })),
    },
    definitions: Object.fromEntries(described.map(({ key, when }) => [key, inItself(when, key)])),
  };
}

function escaped(name: string): string {
  return name.replaceAll(/[$()*+.?[\\\]^{|}]/gu, '\\$&');
}

/** Conditions for the arguments in the tool's schema; any condition if it has none or one that does not describe itself. */
function conditionsOf({ schema }: Tool): JsonSchema | undefined {
  const shown = schema === undefined ? undefined : jsonSchemaOf(schema);
  const places = shown === undefined ? [] : placesIn(shown, '', 0);
  if (places.length === 0) return undefined;
  const tests = { $ref: '#/$defs/tests' };
  return {
    ...whenSchemas['when'],
    properties: {
      ...(whenSchemas['when']?.['properties'] as object),
      ...Object.fromEntries(
        places.map(([place, description]) => [
          place,
          description === undefined ? tests : { description, ...tests },
        ]),
      ),
    },
    patternProperties: {
      '^(?:\\$\\.|principal\\.(?:tenant|user|session|roles|attributes)(?:[.[]|$))': tests,
      ...Object.fromEntries(
        places
          .filter(([place]) => place.includes('[*]'))
          .map(([place]) => [`^${escaped(place).replaceAll('\\[\\*\\]', '\\[(?:\\*|\\d+)\\]')}$`, tests]),
      ),
    },
    additionalProperties: false,
  };
}

/** `$or` and similar operators hold conditions of the same tool. */
function inItself(when: JsonSchema, key: string): JsonSchema {
  return JSON.parse(JSON.stringify(when).replaceAll('"#/$defs/when"', `"#/$defs/${key}"`)) as JsonSchema;
}

/** Standard JSON Schema, an extension of Standard Schema that zod and arktype support. */
function jsonSchemaOf(schema: StandardSchema): unknown {
  const { jsonSchema } = schema['~standard'] as {
    readonly jsonSchema?: { readonly input?: (options: { readonly target: string }) => unknown };
  };
  return jsonSchema?.input?.({ target: 'draft-2020-12' });
}

const deepest = 5;

type DescribedPlace = readonly [path: string, description: string | undefined];

function placesIn(schema: unknown, prefix: string, depth: number): readonly DescribedPlace[] {
  if (!isRecord(schema) || depth > deepest) return [];
  const { properties, items } = schema;
  const below = isRecord(items) ? placesAt(items, `${prefix}[*]`, depth) : [];
  if (!isRecord(properties)) return below;
  const dot = prefix === '' ? '' : `${prefix}.`;
  return [
    ...below,
    ...Object.entries(properties).flatMap(([name, inner]) => placesAt(inner, `${dot}${name}`, depth)),
  ];
}

function placesAt(schema: unknown, place: string, depth: number): readonly DescribedPlace[] {
  const description =
    isRecord(schema) && typeof schema['description'] === 'string' ? schema['description'] : undefined;
  return [[place, description], ...placesIn(schema, place, depth + 1)];
}
