import { printable } from '@permesso/engine/decision';
import { UsageError } from '../command.ts';
import type { Paging } from './admin-rows.ts';
import type { PersonServer, ServerAnswer } from './person-server.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export function rowsOf(reply: ServerAnswer, field: string): readonly ServerAnswer[] {
  const rows = reply[field];
  return Array.isArray(rows) ? (rows as readonly ServerAnswer[]) : [];
}

export function textOf(row: ServerAnswer, field: string): string {
  const value = row[field];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** Enough of an identifier to tell rows apart; lists show it. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

/** `2026-11-17 05:30`, in UTC. */
export function minuteOf(row: ServerAnswer, field: string): string {
  const text = textOf(row, field);
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? text.slice(0, 16).replace('T', ' ') : text;
}

export interface WantedRow {
  /** `token`, for messages. */
  readonly what: string;
  readonly text: string;
  /** Names for a row, beside its identifier. */
  readonly names?: (row: ServerAnswer) => readonly string[];
}

/** The one row that a person means: by name, by identifier, or by a prefix of it. Ambiguous input matches nothing. */
export function findNamed<T extends ServerAnswer>(
  rows: readonly T[],
  { what, text, names = () => [] }: WantedRow,
): T {
  const exact = rows.filter((row) => textOf(row, 'id') === text || names(row).includes(text));
  const isPrefix = /^[\da-f][\da-f-]{3,}$/.test(text);
  const found =
    exact.length > 0 || !isPrefix ? exact : rows.filter((row) => textOf(row, 'id').startsWith(text));
  const [first] = found;
  if (first === undefined) throw new UsageError(`there is no ${what} \`${printable(text)}\``);
  if (found.length === 1) return first;
  const ids = found.map((row) => textOf(row, 'id')).join(', ');
  throw new UsageError(`\`${printable(text)}\` could be any of ${found.length}; say an identifier: ${ids}`);
}

export async function projectId(server: PersonServer, name: string): Promise<string> {
  if (uuid.test(name)) return name;
  const projects = rowsOf(await server.ask('GET /v1/projects'), 'projects');
  const found = projects.find((project) => textOf(project, 'name') === name);
  if (found !== undefined) return textOf(found, 'id');
  const names = projects.map((project) => textOf(project, 'name')).join(', ');
  throw new UsageError(`there is no project \`${name}\`${names === '' ? '' : `; there are ${names}`}`);
}

/** `null` is the whole organisation. */
export async function projectOrAll(server: PersonServer, name: string | undefined): Promise<string | null> {
  return name === undefined ? null : await projectId(server, name);
}

export function rowsIn(reply: ServerAnswer): readonly ServerAnswer[] {
  return rowsOf({ rows: Object.values(reply).find(Array.isArray) }, 'rows');
}

/** Every row, page by page. */
export async function everyRow(
  server: PersonServer,
  line: string,
  paging: Paging | undefined,
): Promise<readonly ServerAnswer[]> {
  const rows: ServerAnswer[] = [];
  let more = '';
  for (;;) {
    const reply = await server.ask(`${line}${more}`);
    const page = rowsIn(reply);
    rows.push(...page);
    const from = paging === 'next' ? textOf(reply, 'next') : textOf(page.at(-1) ?? {}, 'id');
    if (paging === undefined || from === '') return rows;
    more = `${line.includes('?') ? '&' : '?'}${paging}=${encodeURIComponent(from)}`;
  }
}

export async function everyPerson(server: PersonServer): Promise<readonly ServerAnswer[]> {
  return await everyRow(server, 'GET /v1/people', 'after');
}

/** By address, display name or identifier. */
export async function personNamed(server: PersonServer, text: string): Promise<ServerAnswer> {
  const people = await everyPerson(server);
  return findNamed(people, {
    what: 'person',
    text: text.includes('@') ? text.toLowerCase() : text,
    names: namesOfPerson,
  });
}

/** People choose their display names: one that looks like an address must not be taken for an address. */
function namesOfPerson(person: ServerAnswer): readonly string[] {
  const name = textOf(person, 'name');
  return [textOf(person, 'email').toLowerCase(), ...(name.includes('@') ? [] : [name])].filter(
    (each) => each !== '',
  );
}

export function personText(person: ServerAnswer): string {
  return textOf(person, 'email') || textOf(person, 'name') || textOf(person, 'id');
}

/** Names for the identifiers in other rows. A person who may not list people sees identifier prefixes. */
export interface NamesById {
  readonly project: (id: string) => string;
  readonly person: (id: string) => string;
}

export async function namesFor(
  server: PersonServer,
  people: readonly ServerAnswer[] = [],
): Promise<NamesById> {
  const projects = rowsOf(await server.ask('GET /v1/projects'), 'projects');
  const projectNames = new Map(projects.map((row) => [textOf(row, 'id'), textOf(row, 'name')]));
  const personNames = new Map(people.map((row) => [textOf(row, 'id'), personText(row)]));
  return {
    project: (id) => (id === '' ? 'all' : (projectNames.get(id) ?? shortId(id))),
    person: (id) => (id === '' ? '' : (personNames.get(id) ?? shortId(id))),
  };
}
