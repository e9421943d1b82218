import { own, textAt, type JsonObject } from './protocol/message.ts';
import { isRecord } from '@permesso/engine/call';
import type { HttpServer } from './transports/http-wire.ts';
import type { StdioServer } from './transports/stdio-wire.ts';

export type ServerSpec =
  | ({ readonly by: 'process' } & StdioServer)
  | ({ readonly by: 'address' } & HttpServer);

type Env = Readonly<Record<string, string | undefined>>;

/** What is wrong with a configuration, and where. */
export class ServersError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ServersError';
  }
}

/**
 * Reads the usual file: `{ "mcpServers": { "files": { "command": "npx", "args": [...] }, "web": { "url": ... } } }`.
 */
export function readServers(
  text: string,
  { file, env }: { readonly file: string; readonly env: Env },
): ReadonlyMap<string, ServerSpec> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ServersError(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const listed = isRecord(value) ? (own(value, 'mcpServers') ?? own(value, 'servers')) : undefined;
  if (!isRecord(listed)) throw new ServersError(`${file} has no \`mcpServers\``);
  const specs = new Map<string, ServerSpec>();
  for (const [name, given] of Object.entries(listed)) {
    const place = `${file}: mcpServers.${name}`;
    const problem = nameProblem(name);
    if (problem !== undefined) throw new ServersError(`${place}: ${problem}`);
    if (!isRecord(given)) throw new ServersError(`${place} is not an object`);
    if (own(given, 'disabled') !== true) specs.set(name, readServer(given, { place, env }));
  }
  if (specs.size === 0) throw new ServersError(`${file} names no server`);
  return specs;
}

/** A name is used in rules and as a prefix of tool names, so it must be unambiguous. */
export function nameProblem(name: string): string | undefined {
  return /^[A-Za-z0-9](?:[A-Za-z0-9-]|_(?!_))*$/.test(name) && !name.endsWith('_')
    ? undefined
    : 'a server is named by letters, digits, `-` and single `_`';
}

interface At {
  readonly place: string;
  readonly env: Env;
}

function readServer(given: JsonObject, at: At): ServerSpec {
  const command = textAt(given, 'command');
  const address = textAt(given, 'url') ?? textAt(given, 'serverUrl') ?? textAt(given, 'httpUrl');
  if (command !== undefined && address === undefined) {
    const cwd = textAt(given, 'cwd');
    return {
      by: 'process',
      command: filled(command, at),
      args: texts(own(given, 'args'), `${at.place}.args`).map((arg) => filled(arg, at)),
      env: filledAll(own(given, 'env'), { ...at, place: `${at.place}.env` }),
      ...(cwd === undefined ? {} : { cwd: filled(cwd, at) }),
    };
  }
  if (address === undefined || command !== undefined)
    throw new ServersError(`${at.place} needs either \`command\` or \`url\``);
  if (textAt(given, 'type') === 'sse')
    throw new ServersError(`${at.place}: the old SSE transport is not spoken; most servers offer http too`);
  const headers = filledAll(own(given, 'headers'), { ...at, place: `${at.place}.headers` });
  return { by: 'address', url: readAddress(filled(address, at), `${at.place}.url`), headers };
}

export function readAddress(text: string, place: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new ServersError(`${place}: ${JSON.stringify(text)} is not an http or https URL`);
  return url;
}

function texts(value: unknown, place: string): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    throw new ServersError(`${place} is not a list of texts`);
  return value;
}

function filledAll(value: unknown, at: At): Readonly<Record<string, string>> {
  if (value === undefined) return {};
  if (!isRecord(value)) throw new ServersError(`${at.place} is not an object`);
  const entries = Object.entries(value).map(([name, text]): readonly [string, string] => {
    if (typeof text !== 'string') throw new ServersError(`${at.place}.${name} is not a string`);
    return [name, filled(text, { ...at, place: `${at.place}.${name}` })];
  });
  return Object.fromEntries(entries);
}

/** Expands `${NAME}`, `${env:NAME}` and `${NAME:-otherwise}`, so that secrets stay out of files and command lines. */
export function filled(text: string, { place, env }: At): string {
  return text.replaceAll(
    /\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}/g,
    (_, name: string, otherwise?: string) => {
      const value = env[name] ?? otherwise;
      if (value === undefined) throw new ServersError(`${place}: the variable ${name} is not set`);
      return value;
    },
  );
}
