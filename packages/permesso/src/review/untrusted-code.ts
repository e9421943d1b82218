import type { ToolCall } from '@permesso/engine/call';
import type { Layer } from '@permesso/engine/policy';
import {
  codeProject,
  findPlaces,
  groupsFor,
  type PlaceOptions,
  projectFiles,
  readTrust,
  readTrustedCode,
} from '@permesso/gate/disk';
import { type Gate, layersFrom } from '@permesso/gate/gate';

/** A project, and its policy if a person trusted its code. */
export interface CodeToTrust {
  readonly directory: string;
  /** `Node.js`, `Rust`. */
  readonly kinds: readonly string[];
  readonly isTrusted: boolean;
  readonly layers: () => readonly Layer[];
}

/** Whether only the trust in the project's code is missing: decides once more as if it had been given. */
export async function trustAllows(
  call: ToolCall,
  project: CodeToTrust | undefined,
  gateWith: (layers: readonly Layer[]) => Pick<Gate, 'check'>,
): Promise<boolean> {
  if (project === undefined || project.isTrusted) return false;
  return (await gateWith(project.layers()).check(call)).verdict === 'allow';
}

/** The project of a directory, if its files show what kind it is. */
export function codeToTrust(cwd: string, options: PlaceOptions = {}): CodeToTrust | undefined {
  const project = codeProject(cwd);
  if (project === undefined) return undefined;
  const { kinds, groups } = groupsFor(projectFiles(project.directory));
  if (groups.length === 0) return undefined;
  const places = findPlaces(options);
  const known = readTrustedCode(places).projects.find(({ identity }) => identity === project.identity);
  const layers = (): readonly Layer[] => {
    const source = { layer: 'user', file: '', root: '/', text: `use: [${groups.join(', ')}]\n` } as const;
    const { home, config } = places;
    return layersFrom(source, { trust: readTrust({ config }), home }).layers;
  };
  const isTrusted = known !== undefined && groups.every((group) => known.groups.includes(group));
  return { directory: project.directory, kinds, isTrusted, layers };
}
