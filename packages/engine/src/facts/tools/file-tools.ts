import type { ToolCall } from '../../call/tool-call.ts';
import type { World } from '../../world/world.ts';
import type { Check, Part } from '../part.ts';
import { provenUnder, withRealNames } from '../paths/contains.ts';
import type { PathFact } from '../paths/path-fact.ts';
import { findProtected, namePatterns } from '../paths/find-protected.ts';
import { type Danger, protection } from '../paths/protected.ts';
import { matchesSegment } from '../paths/segment-glob.ts';
import { resolvePath } from '../paths/resolve.ts';
import { isOddPattern } from '../paths/windows/windows-path.ts';
import type { Offer, Tool } from '../tool.ts';

/** A tool that reads or writes one file, or searches below one directory. */
export interface FileTool {
  readonly name: string;
  readonly access: 'read' | 'write';
  /** The input fields that name the file. */
  readonly fields: readonly string[];
  /** It works on everything below its path, or below the current directory; this is the field of its file pattern. */
  readonly searches?: string;
  /** It lists file names, never contents. */
  readonly lists?: true;
}

/** The built-in tools that work on one file or below one directory, and the fields that name it. */
export const fileTools: readonly FileTool[] = [
  { name: 'Read', access: 'read', fields: ['file_path', 'path'] },
  { name: 'Write', access: 'write', fields: ['file_path', 'path'] },
  { name: 'Edit', access: 'write', fields: ['file_path', 'path'] },
  { name: 'MultiEdit', access: 'write', fields: ['file_path', 'path'] },
  { name: 'NotebookEdit', access: 'write', fields: ['notebook_path', 'file_path', 'path'] },
  { name: 'Glob', access: 'read', fields: ['path'], searches: 'pattern', lists: true },
  { name: 'Grep', access: 'read', fields: ['path'], searches: 'glob' },
];

export const builtInFileTools: readonly Tool[] = fileTools.map((row) => ({
  name: row.name,
  kind: row.access,
  read: (call, world) => [readFilePart(row, call, world)],
  offer: (_call, parts, world) => parts.flatMap((part) => offerPath(row, part, world)),
}));

export function readFilePart(row: FileTool, call: ToolCall, world: World): Part {
  const [path, ...others] = targetsOf(row, call, world);
  // Which of several fields the tool uses is unknown: deny and ask rules about any of them apply, and no allow rule covers the
  // call.
  const target: PathFact =
    others.length === 0 ? path : { known: false, reason: `${row.name} names several files` };
  const check = checkPaths(row, { paths: [path, ...others], call, world });
  return {
    kind: row.access,
    label: `${row.name} ${target.known ? target.written : `(${target.reason})`}`,
    subject: { kind: 'path', access: row.access, path: target },
    accesses: others.length === 0 ? [] : [path, ...others].map((one) => ({ kind: row.access, path: one })),
    // Reading a secret is an effect; listing file names is not.
    readOnly: row.access === 'read' && (check.outcome !== 'safety' || row.lists === true),
    insideEdit: row.access === 'write' && provenUnder(target, withRealNames(world.workingDirectories, world)),
    check,
    doubts: target.known ? [] : [target.reason],
  };
}

function targetsOf(row: FileTool, call: ToolCall, world: World): readonly [PathFact, ...PathFact[]] {
  const directory = call.cwd ?? world.cwd;
  const given = row.fields.filter((name) => Object.hasOwn(call.input, name)).map((name) => call.input[name]);
  const texts = [...new Set(given)];
  if (texts.length === 0 && row.searches !== undefined) texts.push('.');
  const paths = texts.map((text): PathFact => {
    if (typeof text !== 'string' || text === '') return { known: false, reason: `${row.name} names no file` };
    return row.searches === undefined
      ? resolvePath({ text, directory, world })
      : searchedBy(row.searches, { base: text, call, world, directory });
  });
  const [first, ...rest] = paths;
  return first === undefined ? [{ known: false, reason: `${row.name} names no file` }] : [first, ...rest];
}

interface Search {
  readonly base: string;
  readonly call: ToolCall;
  readonly world: World;
  readonly directory: string;
}

/** Everything below the base. A file pattern may lead elsewhere: `/root/.ssh/*`, `../../x/*`. */
function searchedBy(field: string, { base, call, world, directory }: Search): PathFact {
  const pattern = call.input[field];
  const start = resolvePath({ text: base, directory, world });
  if (!start.known || typeof pattern !== 'string') return below(start);
  if (world.platform === 'win32' && isOddPattern(pattern))
    return { known: false, reason: `${pattern} may lead anywhere`, disguised: true };
  const names = pattern.split('/');
  const wild = names.findIndex((name) => /[*?[\]{}!\\]/u.test(name));
  const fixed = wild === -1 ? names : names.slice(0, wild);
  if (names.slice(fixed.length).includes('..'))
    return { known: false, reason: `${pattern} may lead anywhere` };
  const text = fixed.join('/');
  return below(
    resolvePath({
      text: text === '' && pattern.startsWith('/') ? '/' : text || '.',
      directory: start.written,
      world,
    }),
  );
}

function below(path: PathFact): PathFact {
  return path.known ? { ...path, recursive: true } : path;
}

interface Checked {
  readonly paths: readonly PathFact[];
  readonly call: ToolCall;
  readonly world: World;
}

function checkPaths(row: FileTool, { paths, call, world }: Checked): Check {
  for (const path of paths) {
    const danger =
      protection({ path, access: row.access, world }) ??
      (row.searches === undefined || row.lists === true ? undefined : searched(path, call, world));
    if (danger !== undefined) return { outcome: 'safety', ...danger };
  }
  return { outcome: 'pass' };
}

/** Agents search with ripgrep: ignored files are skipped, hidden ones are not. A list of names shows no content. */
function searched(path: PathFact, { input }: ToolCall, world: World): Danger | undefined {
  const mode = input['output_mode'];
  if (!path.known || mode === 'files_with_matches' || mode === 'count') return undefined;
  const glob = input['glob'];
  const wanted = typeof glob === 'string' && !glob.startsWith('!') ? namePatterns([glob]) : [];
  return findProtected(
    {
      directory: path.written,
      hidden: true,
      respectsIgnore: true,
      takes: (name, is) =>
        is === 'directory' || wanted.length === 0 || wanted.some((one) => matchesSegment(one, name)),
    },
    world,
  );
}

/** This file, its directory, everything of the kind. */
export function offerPath(row: FileTool, part: Part, world: World): readonly Offer[] {
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
  return isNarrow(written.slice(0, written.lastIndexOf('/')), world) ? [exact, inFolder, all] : [exact, all];
}

/** A folder that contains the project or the home directory, or one at the root, is too wide to offer. */
function isNarrow(folder: string, { project, home, workingDirectories }: World): boolean {
  const holds = (directory: string): boolean => directory === folder || directory.startsWith(`${folder}/`);
  return folder.lastIndexOf('/') > 0 && ![project, home, ...workingDirectories].some(holds);
}

/** Relative to the project if inside it, absolute otherwise; glob characters in the name are escaped. */
function spell(path: string, world: World): string {
  const escaped = path.replaceAll(/[\\*?[\]{}]/g, String.raw`\$&`);
  const project = world.project.replaceAll(/[\\*?[\]{}]/g, String.raw`\$&`);
  return escaped.startsWith(`${project}/`) ? `./${escaped.slice(project.length + 1)}` : `/${escaped}`;
}
