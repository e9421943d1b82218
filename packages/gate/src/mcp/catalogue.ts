import { pinTool, type ToolDescription } from '../approval/request/pin-tool.ts';
import { objectAt, own, textAt, type JsonObject } from './protocol/message.ts';
import { isRecord, type McpTool } from '@permesso/engine/call';
import { placesInSchema } from './places-in-schema.ts';
import { foldName } from './protocol/ambiguous-json.ts';

/** What a server says about its tools, as far as it was asked. */
export interface Catalogue {
  /** From the entries of a tool list. */
  readonly learn: (tools: readonly unknown[]) => void;
  readonly pinOf: (name: string) => string | undefined;
  readonly schemaOf: (name: string) => JsonObject | undefined;
  /** Arguments that the tool's schema calls paths or URLs. */
  readonly placesOf: (name: string) => McpTool['places'];
  /** The tool's annotations. For a name that is listed twice, the stricter ones. */
  readonly hintsOf: (name: string) => McpTool['hints'];
  /**
   * Why a call could mean another tool or argument than it names: the name is not in the list, but a similar one is.
   * A server that ignores case or dashes would accept it as that one, and rules would not.
   */
  readonly mistaken: (name: string, input: JsonObject) => string | undefined;
}

/** No model is shown more tools than this; the rest of a longer list is not remembered. */
const mostTools = 10_000;

interface Known {
  readonly pin: string;
  readonly schema?: JsonObject;
  readonly places?: McpTool['places'] | undefined;
  readonly hints: NonNullable<McpTool['hints']>;
}

export function createCatalogue(): Catalogue {
  const tools = new Map<string, Known>();
  const spellings = new Map<string, string>();
  return {
    learn: (list) => {
      const pins = new Map<string, string>();
      for (const tool of list) {
        const name = isRecord(tool) ? textAt(tool, 'name') : undefined;
        if (!isRecord(tool) || name === undefined) continue;
        if (!tools.has(name) && tools.size >= mostTools) return;
        // A name that is listed twice is described twice: an approval is given to both descriptions together.
        const pin = [pins.get(name), pinTool(tool as unknown as ToolDescription)].filter(isText).join('+');
        const hints = hintsIn(tool, pins.has(name) ? tools.get(name)?.hints : undefined);
        pins.set(name, pin);
        const schema = own(tool, 'inputSchema');
        tools.set(name, {
          pin,
          hints,
          ...(isRecord(schema) ? { schema, places: placesInSchema(schema) } : {}),
        });
        spellings.set(spelling(name), name);
      }
    },
    pinOf: (name) => tools.get(name)?.pin,
    schemaOf: (name) => tools.get(name)?.schema,
    placesOf: (name) => tools.get(name)?.places,
    hintsOf: (name) => tools.get(name)?.hints,
    mistaken: (name, input) => {
      const known = tools.get(name);
      if (known === undefined) {
        const like = spellings.get(spelling(name));
        return like === undefined ? undefined : `there is no tool ${name}; there is ${like}`;
      }
      const properties = known.schema === undefined ? undefined : own(known.schema, 'properties');
      return isRecord(properties) ? misspelt(input, properties) : undefined;
    },
  };
}

function hintsIn(tool: JsonObject, before: McpTool['hints']): NonNullable<McpTool['hints']> {
  const said = objectAt(tool, 'annotations');
  const readOnly = own(said, 'readOnlyHint') === true && before?.readOnly !== false;
  return { readOnly, destructive: own(said, 'destructiveHint') === true || before?.destructive === true };
}

function isText(value: string | undefined): value is string {
  return value !== undefined;
}

function spelling(name: string): string {
  return foldName(name.normalize('NFKC')).replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function misspelt(input: JsonObject, properties: JsonObject): string | undefined {
  const names = Object.keys(input).filter((name) => !Object.hasOwn(properties, name));
  if (names.length === 0) return undefined;
  const byFold = new Map(Object.keys(properties).map((name) => [foldName(name), name]));
  const name = names.find((one) => byFold.has(foldName(one)));
  return name === undefined
    ? undefined
    : `there is no argument ${name}; there is ${byFold.get(foldName(name)) ?? ''}`;
}
