import type { ToolCall } from '../../call/tool-call.ts';
import type { EffectName } from '../effect.ts';
import { lazily } from '../lazily.ts';
import type { StatedEffect } from '../stated-effects.ts';
import type { ToolReading } from './describe-mcp.ts';
import { knownServerRows } from './known-server-rows.ts';

type KnownTool = ToolReading & { readonly pin: string };

/** The prefix of a pin is enough to identify it; the pin of two descriptions (a name that is listed twice) is longer. */
const pinLength = 43;

/**
 * What is known of a tool. A name proves nothing: a row counts only if the command names exactly this package and version, and
 * the tool's description of itself is still exactly the recorded one.
 */
export function describedByPackage({ mcp }: ToolCall): KnownTool | undefined {
  if (mcp?.package === undefined || mcp.pin === undefined) return undefined;
  const row = toolsOf(mcp.package).get(mcp.tool);
  return row !== undefined && mcp.pin.length === pinLength && mcp.pin.startsWith(row.pin) ? row : undefined;
}

/** The packages with their versions, and the unparsed lines of each: a gateway starts only a few of them. */
const blocks = lazily((): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  let lines: string[] = [];
  let flag = '';
  for (const line of knownServerRows.trim().split('\n')) {
    if (line.startsWith('  ')) lines.push(`${line}${flag}`);
    else {
      const [name = '', isRemote] = line.split(' ');
      flag = isRemote === undefined ? '' : `${separator}remote`;
      lines = found.get(name) ?? [];
      found.set(name, lines);
    }
  }
  return found;
});

const separator = '; ';

export function knownPackages(): readonly string[] {
  return [...blocks().keys()];
}

const read = new Map<string, ReadonlyMap<string, KnownTool>>();

function toolsOf(server: string): ReadonlyMap<string, KnownTool> {
  const tools = read.get(server) ?? new Map((blocks().get(server) ?? []).flatMap(readLine));
  if (tools.size > 0) read.set(server, tools);
  return tools;
}

function readLine(line: string): readonly (readonly [string, KnownTool])[] {
  const [effects = '', rest = ''] = line.trim().split(': ');
  const [tools = '', ...said] = rest.split(/ \| |; /u);
  const reading = Object.fromEntries(said.map(readField)) as ToolReading;
  const stated = effects === '-' ? {} : { effects: effects.split(' ').map(readEffect) };
  return tools.split(' ').map((tool) => {
    const at = tool.lastIndexOf('~');
    return [tool.slice(0, at), { ...reading, ...stated, pin: tool.slice(at + 1) }];
  });
}

/** `reads $.path` is a list of places, `complete` a flag. */
function readField(text: string): readonly [string, true | readonly string[]] {
  const [name = '', ...places] = text.split(' ');
  return [name, places.length === 0 ? true : places];
}

function readEffect(text: string): StatedEffect {
  return text.endsWith('?')
    ? { effect: text.slice(0, -1) as EffectName, possible: true }
    : (text as EffectName);
}
