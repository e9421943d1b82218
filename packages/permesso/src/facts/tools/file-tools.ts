import type { ToolCall } from '../../call/tool-call.ts';
import type { World } from '../../world/world.ts';
import type { Check, Part } from '../part.ts';
import { provenUnder } from '../paths/contains.ts';
import type { PathFact } from '../paths/path-fact.ts';
import { protection } from '../paths/protected.ts';
import { resolvePath } from '../paths/resolve.ts';
import type { Offer, Tool } from '../tool.ts';

/** A tool that reads or writes one file or searches below one directory, as a row. */
interface FileTool {
  readonly name: string;
  readonly access: 'read' | 'write';
  /** Where the input names the file: the first that is there counts. */
  readonly fields: readonly string[];
  /** Without a path it works on everything below the current directory. */
  readonly searches?: true;
}

const fileTools: readonly FileTool[] = [
  { name: 'Read', access: 'read', fields: ['file_path', 'path'] },
  { name: 'Write', access: 'write', fields: ['file_path', 'path'] },
  { name: 'Edit', access: 'write', fields: ['file_path', 'path'] },
  { name: 'MultiEdit', access: 'write', fields: ['file_path', 'path'] },
  { name: 'NotebookEdit', access: 'write', fields: ['notebook_path', 'file_path', 'path'] },
  { name: 'Glob', access: 'read', fields: ['path'], searches: true },
  { name: 'Grep', access: 'read', fields: ['path'], searches: true },
];

export const builtInFileTools: readonly Tool[] = fileTools.map((row) => ({
  name: row.name,
  kind: row.access,
  read: (call, world) => [readFilePart(row, call, world)],
  offer: (_call, parts, world) => parts.flatMap((part) => offerPath(row, part, world)),
}));

function readFilePart(row: FileTool, call: ToolCall, world: World): Part {
  const path = targetOf(row, call, world);
  return {
    kind: row.access,
    label: `${row.name} ${path.known ? path.written : 'a path that cannot be read'}`,
    subject: { kind: 'path', access: row.access, path },
    effects: [],
    readOnly: row.access === 'read',
    insideEdit: row.access === 'write' && provenUnder(path, world.workingDirectories),
    check: checkPath(row, path, world),
    doubts: path.known ? [] : [path.reason],
  };
}

function targetOf(row: FileTool, call: ToolCall, world: World): PathFact {
  const directory = call.cwd ?? world.cwd;
  const field = row.fields.find((name) => Object.hasOwn(call.input, name));
  const text = field === undefined ? undefined : call.input[field];
  if (text === undefined && row.searches === true) return below(resolvePath({ text: '.', directory, world }));
  if (typeof text !== 'string' || text === '') return { known: false, reason: `${row.name} names no file` };
  const path = resolvePath({ text, directory, world });
  return row.searches === true ? below(path) : path;
}

function below(path: PathFact): PathFact {
  return path.known ? { ...path, recursive: true } : path;
}

function checkPath(row: FileTool, path: PathFact, world: World): Check {
  const danger = protection({ path, access: row.access, world });
  return danger === undefined ? { outcome: 'pass' } : { outcome: 'safety', ...danger };
}

/** This file, its directory, everything of the kind. */
function offerPath(row: FileTool, part: Part, world: World): readonly Offer[] {
  if (part.subject.kind !== 'path' || !part.subject.path.known) return [];
  const { written } = part.subject.path;
  const word = row.access === 'read' ? 'Read' : 'Write';
  const verb = row.access === 'read' ? 'read' : 'change';
  const spelt = spell(written, world);
  const folder = spelt.slice(0, spelt.lastIndexOf('/'));
  const exact = { rules: [`${word}(${spelt})`], covers: `${verb} ${written}` };
  const inFolder = {
    rules: [`${word}(${folder}/**)`],
    covers: `${verb} anything below ${written.slice(0, written.lastIndexOf('/'))}`,
  };
  const all = { rules: [word], covers: `${verb} any file` };
  return folder === '' || folder === '.' || folder === '/' ? [exact, all] : [exact, inFolder, all];
}

/** From the project where it lies there, absolute otherwise; glob characters of the name itself are escaped. */
function spell(path: string, world: World): string {
  const escaped = path.replaceAll(/[\\*?[\]{}]/g, String.raw`\$&`);
  const project = world.project.replaceAll(/[\\*?[\]{}]/g, String.raw`\$&`);
  return escaped.startsWith(`${project}/`) ? `./${escaped.slice(project.length + 1)}` : `/${escaped}`;
}
