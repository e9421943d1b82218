import { leadsTo, readInputPath, type InputPath } from '../../call/input-path.ts';
import { isRecord } from '../../call/is-record.ts';
import type { ToolCall } from '../../call/tool-call.ts';
import type { World } from '../../world/world.ts';
import type { Access } from '../access.ts';
import { accessesOf } from '../touch.ts';
import { readUrl } from '../urls/read-url.ts';
import { roleOf, type ArgumentRole } from './argument-names.ts';
import { namedIn, type NamedInValue } from './named-in-value.ts';
import { suspectedAccess } from './tool-access.ts';

/** Further names are not resolved: a call with more counts as naming any file. */
const mostNamed = 256;
const mostValues = 50_000;
const deepest = 64;
const longestJson = 1_000_000;

export interface Suspecting {
  readonly call: ToolCall;
  readonly world: World;
  /** Arguments that the description covers, so nothing is guessed there. */
  readonly described?: readonly InputPath[];
}

/**
 * Files and hosts that the arguments of a tool seem to name, going by its schema, their names or the form of their values. So a
 * deny of `.env` also applies to a server without a description. Suspicion only: it never proves an allow rule.
 */
export function suspectedTouches(suspecting: Suspecting): readonly Access[] {
  const { call, world } = suspecting;
  const found = search(suspecting);
  const access = suspectedAccess(call);
  const accesses = found.named.slice(0, mostNamed).flatMap((one) => toEffects(one, { call, world, access }));
  if (!found.isWhole || found.named.length > mostNamed)
    accesses.push({
      kind: 'read',
      path: { known: false, reason: 'there are more arguments than are looked at' },
      perhaps: true,
      suspected: '$',
    });
  return accesses;
}

interface NamedArgument extends NamedInValue {
  /** `path`, `edits[0].file`. */
  readonly argument: string;
}

interface Found {
  readonly named: readonly NamedArgument[];
  readonly isWhole: boolean;
}

interface Place {
  /** Shown to a person: `edits[0].file`. */
  readonly argument: string;
  readonly path: readonly (string | number)[];
  readonly role: ArgumentRole;
  readonly depth: number;
}

function search({ call, described = [] }: Suspecting): Found {
  const named: NamedArgument[] = [];
  const seen = new Set<string>();
  const said = rolesBySchema(call);
  let left = mostValues;
  let isWhole = true;

  function add(text: string, { argument, role }: Place): void {
    for (const one of namedIn(text, role)) {
      const key = `${one.is} ${String(one.perhaps)} ${one.text}`;
      if (seen.has(key)) continue;
      seen.add(key);
      named.push({ ...one, argument });
    }
  }

  function visit(value: unknown, place: Place): void {
    left -= 1;
    if (left < 0 || place.depth > deepest) isWhole = false;
    if (!isWhole || described.some((path) => leadsTo(path, place.path))) return;
    if (typeof value === 'string') visitText(value, place);
    else if (Array.isArray(value)) visitList(value, place);
    else if (isRecord(value)) visitRecord(value, place);
  }

  function visitText(text: string, place: Place): void {
    const inner = jsonIn(text);
    if (inner === undefined) add(text, place);
    else visit(inner, { ...place, depth: place.depth + 1 });
  }

  function visitList(list: readonly unknown[], place: Place): void {
    for (const [index, item] of list.entries())
      visit(item, {
        ...place,
        argument: `${place.argument}[${index}]`,
        path: [...place.path, index],
        depth: place.depth + 1,
      });
  }

  function visitRecord(record: Readonly<Record<string, unknown>>, place: Place): void {
    for (const [name, item] of Object.entries(record)) {
      const argument = place.argument === '' ? name : `${place.argument}.${name}`;
      const path = [...place.path, name];
      const own = roleOf(name);
      // `{ files: { ".env": "A=1" } }`: the keys are the files.
      if (place.role === 'path' && /[./]/u.test(name)) add(name, { ...place, argument });
      // A schema comes from the server, so it adds to what the name implies and removes nothing.
      const roles = new Set([own, ...said.filter((one) => leadsTo(one.path, path)).map(({ role }) => role)]);
      for (const role of roles)
        visit(item, { argument, path, role: innerRole(place.role, role), depth: place.depth + 1 });
    }
  }

  visitRecord(call.input, { argument: '', path: [], role: 'other', depth: 0 });
  return { named, isWhole };
}

/** `{ path: { value: "x" } }`: members inherit a certain role, unless their own name is clearer. */
function innerRole(outer: ArgumentRole, own: ArgumentRole): ArgumentRole {
  if (own === 'other') return outer;
  return own === 'loose' && outer !== 'other' && outer !== 'text' ? outer : own;
}

interface SaidBySchema {
  readonly path: InputPath;
  readonly role: ArgumentRole;
}

function rolesBySchema({ mcp }: ToolCall): readonly SaidBySchema[] {
  const { paths = [], urls = [] } = mcp?.places ?? {};
  const read = (text: string, role: ArgumentRole): readonly SaidBySchema[] => {
    const path = readInputPath(text);
    return 'message' in path ? [] : [{ path, role }];
  };
  return [...paths.flatMap((text) => read(text, 'path')), ...urls.flatMap((text) => read(text, 'place'))];
}

/** Some clients and servers pass objects and lists as text. */
function jsonIn(text: string): object | undefined {
  if (text.length > longestJson || !/^\s*[[{]/u.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Names of arguments are chosen by the caller, and a person reads them. */
function printable(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}`]/gu, '?');
  return plain.length > longestShown ? `${plain.slice(0, longestShown)}...` : plain;
}

const longestShown = 80;

interface Using {
  readonly call: ToolCall;
  readonly world: World;
  readonly access: 'read' | 'write' | 'delete';
}

function toEffects(named: NamedArgument, { call, world, access }: Using): readonly Access[] {
  const mark = { suspected: printable(named.argument), ...(named.perhaps ? { perhaps: true as const } : {}) };
  if (named.is === 'url') return [{ kind: 'network', url: readUrl(named.text), ...mark }];
  const path = named.text.replace(/^\$(?:HOME|\{HOME\})(?=\/|$)/u, world.home);
  const accesses = named.perhaps || access === 'read' ? (['read'] as const) : (['read', access] as const);
  return accesses.flatMap((one) =>
    accessesOf({ access: one, path }, { call, world }).map((reached) => ({ ...reached, ...mark })),
  );
}
