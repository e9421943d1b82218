import { UsageError } from '../command.ts';
import type { PersonServer, ServerAnswer } from './person-server.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The rows of a list in a reply. */
function rowsOf(reply: ServerAnswer, field: string): readonly ServerAnswer[] {
  const rows = reply[field];
  return Array.isArray(rows) ? (rows as readonly ServerAnswer[]) : [];
}

function textOf(row: ServerAnswer, field: string): string {
  const value = row[field];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

export async function projectId(server: PersonServer, name: string): Promise<string> {
  if (uuid.test(name)) return name;
  const projects = rowsOf(await server.ask('GET /v1/projects'), 'projects');
  const found = projects.find((project) => textOf(project, 'name') === name);
  if (found !== undefined) return textOf(found, 'id');
  const names = projects.map((project) => textOf(project, 'name')).join(', ');
  throw new UsageError(`there is no project \`${name}\`${names === '' ? '' : `; there are ${names}`}`);
}
