import { isSignedPolicy, policyKinds, policyPath } from './held-bundle.ts';
import { readdirSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import {
  ancestors,
  enclosingRepository,
  mayBeTracked,
  readRepository,
  realPath,
  type Repository,
} from './policy-git.ts';
import { findPlaces, type PlaceOptions } from './policy-places.ts';
import { errorCode, mayExist, readText } from './read-text.ts';

/** A policy file on disk, with what its location implies. */
export type PolicyText = {
  readonly layer: 'managed' | 'team' | 'local' | 'project' | 'user';
  readonly file: string;
  /** Where its `/x` path rules and relative directories start. */
  readonly root: string;
  /** Set if the file may have come with a repository, so that what it loosens needs trust. */
  readonly project?: Project;
} & ({ readonly text: string } | { readonly unreadable: string });

/** Whose trust a file needs. Worktrees of one repository are one project. */
export interface Project {
  /** The real path of the common git directory, or of the directory without one. */
  readonly id: string;
  /** The path of the file below the checkout. */
  readonly path: string;
  /** A local file that git does not track: the person's own, once they have trusted the project. */
  readonly own: boolean;
}

/** Where a call starts, which determines its policy files. */
export interface FindOptions extends PlaceOptions {
  /** Where the call starts. */
  readonly cwd: string;
  /** Where the session started: its policies apply wherever the agent goes. */
  readonly project?: string;
}

/**
 * Every policy file that applies to a call from here, those nearest to the person first. Only reads.
 *
 * @example
 * ```ts
 * import { findPolicyFiles } from '@permesso/gate/policy';
 * for (const { layer, file } of findPolicyFiles({ cwd: '/srv/app' })) console.log(layer, file);
 * ```
 */
export function findPolicyFiles(options: FindOptions): readonly PolicyText[] {
  const places = findPlaces(options);
  const team = join(places.state, 'team');
  const near = new Set([...new Set([options.cwd, options.project ?? options.cwd])].flatMap(directoriesAbove));
  const read = rememberingRepositories();
  const inside = Array.from(near, (directory) => ({
    directory,
    repository: enclosingRepository(directory, read),
  }));
  const seen = new Set<string>();
  const found = [
    ...managedFiles(places.managed),
    // Only what the team signed for this machine: the organization's baseline before the project's policy.
    ...policyKinds.flatMap((kind) =>
      isSignedPolicy(team, kind) ? fileAt(policyPath(team, kind), { layer: 'team', root: '/' }) : [],
    ),
    ...inside.flatMap(localFiles),
    ...inside.flatMap(projectFiles),
    ...fileAt(join(places.config, 'policy.yaml'), { layer: 'user', root: '/' }),
    ...misnamed(places.config, { layer: 'user', root: '/' }),
  ];
  return found.filter(({ file }) => !seen.has(file) && seen.add(file));
}

/** The policy file of the team that this machine has joined. */
export function teamFile(options: PlaceOptions): string {
  return join(findPlaces(options).state, 'team/policy.yaml');
}

/** The baseline file of that team's organization. */
export function baselineFile(options: PlaceOptions): string {
  return join(findPlaces(options).state, 'team/baseline.yaml');
}

/** What that team has granted to its agents, as it was signed. */
export function teamGrantsFile(options: PlaceOptions): string {
  return join(findPlaces(options).state, 'team/grants.json');
}

/**
 * All the way up, not only to the repository: an agent that runs `git init` in a subdirectory must not escape its
 * policy. Both by its real path and by the path used: the call is in both.
 */
function directoriesAbove(start: string): readonly string[] {
  const written = resolve(start);
  const real = realPath(written) ?? written;
  const other = written === real ? [] : ancestors(written).map((each) => realPath(each) ?? each);
  return [...new Set([...ancestors(real), ...other])];
}

interface Inside {
  readonly directory: string;
  readonly repository: Repository | undefined;
}

/** Directories share their ancestors: each is read once. */
function rememberingRepositories(): typeof readRepository {
  const known = new Map<string, Repository | undefined>();
  return (directory) => {
    if (!known.has(directory)) known.set(directory, readRepository(directory));
    return known.get(directory);
  };
}

function projectFiles(inside: Inside): readonly PolicyText[] {
  const { directory } = inside;
  if (!mayExist(join(directory, '.permesso'))) return [];
  const file = join(directory, '.permesso/policy.yaml');
  const project = { ...projectOf(inside, file), own: false };
  return [
    ...fileAt(file, { layer: 'project', root: directory, project }),
    ...misnamed(join(directory, '.permesso'), { layer: 'project', root: directory, project }),
  ];
}

/** The directory's own, and that of the same directory in the main worktree, whose path rules then start here. */
function localFiles(inside: Inside): readonly PolicyText[] {
  const { directory, repository } = inside;
  const here = localFile({ directory, root: directory, repository });
  if (repository?.main === undefined) return here;
  const twin = join(repository.main, relative(repository.checkout, directory));
  return [
    ...here,
    ...localFile({ directory: twin, root: directory, repository: readRepository(repository.main) }),
  ];
}

/**
 * Where a rule that a person adds is kept: in the person's own file, the project's, or the person's for the project.
 */
export interface PolicyTarget {
  readonly layer: 'local' | 'project' | 'user';
  readonly file: string;
  readonly root: string;
  readonly project?: Omit<Project, 'own'>;
}

/**
 * The nearest directory that has a policy, else the checkout, else here. Worktrees share the local file of the main
 * one.
 */
export function policyTarget(to: PolicyTarget['layer'], options: FindOptions): PolicyTarget {
  if (to === 'user') return { layer: to, file: join(findPlaces(options).config, 'policy.yaml'), root: '/' };
  const here = realPath(resolve(options.project ?? options.cwd)) ?? resolve(options.project ?? options.cwd);
  const repository = enclosingRepository(here);
  const directories = ancestors(here).filter(
    (each) => repository === undefined || !relative(repository.checkout, each).startsWith('..'),
  );
  const root =
    directories.find((each) => policyNamesIn(join(each, '.permesso')).names.length > 0) ??
    repository?.checkout ??
    here;
  if (to === 'project') {
    const file = join(root, '.permesso/policy.yaml');
    return { layer: to, file, root, project: projectOf({ directory: root, repository }, file) };
  }
  const main = repository?.main;
  const directory = main === undefined ? root : join(main, relative(repository?.checkout ?? root, root));
  const file = join(directory, '.permesso/policy.local.yaml');
  const inside = { directory, repository: main === undefined ? repository : readRepository(main) };
  return { layer: to, file, root, project: projectOf(inside, file) };
}

function localFile(at: Inside & { readonly root: string }): readonly PolicyText[] {
  if (!mayExist(join(at.directory, '.permesso'))) return [];
  const file = join(at.directory, '.permesso/policy.local.yaml');
  const found = fileAt(file, { layer: 'local', root: at.root });
  if (found.length === 0) return [];
  const own = at.repository !== undefined && !mayBeTracked(file, at.repository);
  return found.map((each) => ({ ...each, project: { ...projectOf(at, file), own } }));
}

function projectOf({ directory, repository }: Inside, file: string): Omit<Project, 'own'> {
  const checkout = repository?.checkout ?? directory;
  return { id: repository?.common ?? realPath(directory) ?? directory, path: relative(checkout, file) };
}

type LayerPlace = Pick<PolicyText, 'layer' | 'root' | 'project'>;

function fileAt(file: string, place: LayerPlace): readonly PolicyText[] {
  const read = readText(file);
  if ('missing' in read) return [];
  return [{ ...place, file, ...read }];
}

const otherNames = /^policy(?:\.local)?\.(?:yml|json|jsonc|toml)$/i;

/** A policy under a name that nobody reads would contain denies that do nothing. */
function misnamed(directory: string, place: LayerPlace): readonly PolicyText[] {
  return policyNamesIn(directory)
    .names.filter((name) => otherNames.test(name))
    .map((name) => ({
      ...place,
      file: join(directory, name),
      unreadable: `policies are read from ${name.toLowerCase().startsWith('policy.local') ? 'policy.local.yaml' : 'policy.yaml'}: rename it (JSON is YAML)`,
    }));
}

/** Every YAML file of the directory, by name; any other file there is a mistake that must be reported. */
function managedFiles(directory: string): readonly PolicyText[] {
  const place: LayerPlace = { layer: 'managed', root: '/' };
  const { names, unreadable } = policyNamesIn(directory);
  if (unreadable !== undefined) return [{ ...place, file: directory, unreadable }];
  return names
    .filter((name) => !name.startsWith('.'))
    .toSorted()
    .flatMap((name): readonly PolicyText[] => {
      const file = join(directory, name);
      return /\.(?:yaml|yml|json)$/.test(name)
        ? fileAt(file, place)
        : [{ ...place, file, unreadable: `${basename(file)} is not read: name it .yaml, or move it away` }];
    });
}

function policyNamesIn(directory: string): {
  readonly names: readonly string[];
  readonly unreadable?: string;
} {
  try {
    return { names: readdirSync(directory) };
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? { names: [] } : { names: [], unreadable: code };
  }
}
