import { joinedName } from '../route-request.ts';
import { objectAt, own, textAt, type JsonObject, type Message } from './message.ts';
import { definedFields, isRecord, parseJson } from '@permesso/engine/call';

/** One server's answer to a request that was sent to all of them. */
export interface OneAnswer {
  readonly server: string;
  readonly answer: Message;
}

export type Merged = { readonly result: JsonObject } | { readonly error: unknown };

/** The parts of lists, by method: where the entries are, and which of their members is a name to be prefixed. */
const lists: ReadonlyMap<string, { readonly of: string; readonly named?: true }> = new Map<
  string,
  { readonly of: string; readonly named?: true }
>([
  ['tools/list', { of: 'tools', named: true }],
  ['prompts/list', { of: 'prompts', named: true }],
  ['resources/list', { of: 'resources' }],
  ['resources/templates/list', { of: 'resourceTemplates' }],
  ['tasks/list', { of: 'tasks' }],
]);

/**
 * Merges the answers into one. A server that does not know the request adds nothing; if none knows it, its error is
 * returned.
 */
export function mergeAnswers(method: string, answers: readonly OneAnswer[]): Merged {
  const good = answers.flatMap(({ server, answer }) => {
    const result = own(answer.value, 'result');
    return isRecord(result) ? [{ server, result }] : [];
  });
  const failed = answers.find(({ answer }) => Object.hasOwn(answer.value, 'error'));
  // A client that is told the stateless revision is supported uses it with every server.
  if (failed !== undefined && (good.length === 0 || method === 'server/discover'))
    return { error: own(failed.answer.value, 'error') };
  const list = lists.get(method);
  if (list !== undefined) return { result: mergeLists(good, list) };
  if (method === 'initialize' || method === 'server/discover') return { result: mergeOpenings(good) };
  return { result: good[0]?.result ?? {} };
}

type Good = readonly { readonly server: string; readonly result: JsonObject }[];

function mergeLists(good: Good, { of, named }: { readonly of: string; readonly named?: true }): JsonObject {
  const entries = good.flatMap(({ server, result }) => {
    const found = own(result, of);
    const all: readonly unknown[] = Array.isArray(found) ? found : [];
    return named === true ? all.map((entry) => prefixed(server, entry)) : all;
  });
  const cursors = good.flatMap(({ server, result }) => {
    const cursor = textAt(result, 'nextCursor');
    return cursor === undefined ? [] : [[server, cursor] as const];
  });
  const { nextCursor: _, ...rest } = good[0]?.result ?? {};
  return { ...rest, [of]: entries, ...(cursors.length === 0 ? {} : { nextCursor: sealCursors(cursors) }) };
}

function prefixed(server: string, entry: unknown): unknown {
  const name = isRecord(entry) ? textAt(entry, 'name') : undefined;
  return isRecord(entry) && name !== undefined ? { ...entry, name: joinedName(server, name) } : entry;
}

function sealCursors(cursors: readonly (readonly [string, string])[]): string {
  return Buffer.from(JSON.stringify(cursors)).toString('base64url');
}

/** The cursor of each server that has more, from the one that the client brings back. */
export function openCursors(cursor: string): ReadonlyMap<string, string> | undefined {
  const pairs: unknown = parseJson(Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(pairs)) return undefined;
  const read = pairs.filter(
    (pair): pair is [string, string] =>
      Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'string',
  );
  return read.length === pairs.length ? new Map(read) : undefined;
}

/** The oldest revision that any of them speaks, and everything that any of them can do. */
function mergeOpenings(good: Good): JsonObject {
  const results = good.map(({ result }) => result);
  const versions = results.flatMap((result) => textAt(result, 'protocolVersion') ?? []).toSorted();
  const supported = results.map((result) => own(result, 'supportedVersions')).filter(Array.isArray);
  const [first = []] = supported;
  const both = first.filter((version) => supported.every((list) => list.includes(version)));
  const instructions = good.flatMap(({ server, result }) => {
    const text = textAt(result, 'instructions');
    return text === undefined ? [] : [`${server}: ${text}`];
  });
  return {
    ...results[0],
    ...definedFields({ protocolVersion: versions[0] }),
    ...(supported.length === 0 ? {} : { supportedVersions: both }),
    capabilities: results.map((result) => objectAt(result, 'capabilities')).reduce(union, {}),
    ...(Object.hasOwn(results[0] ?? {}, 'serverInfo')
      ? { serverInfo: { name: 'permesso', version: '0' } }
      : {}),
    ...(instructions.length === 0 ? {} : { instructions: instructions.join('\n\n') }),
  };
}

function union(a: JsonObject, b: JsonObject): JsonObject {
  const entries = Object.entries(b).map(([name, value]): readonly [string, unknown] => {
    const other = own(a, name);
    return [name, isRecord(other) && isRecord(value) ? union(other, value) : (other ?? value)];
  });
  return { ...a, ...Object.fromEntries(entries) };
}
