import { codeProject, readTrustedCode } from '../disk/trusted-code.ts';
import { findPlaces, type PlaceOptions } from '../disk/policy-places.ts';
import { projectGroups } from '../disk/project-groups.ts';
import type { SourceText } from './file-layers.ts';

/**
 * The groups for a project whose code the person trusts, as a policy text of their own. Only for calls that start in that
 * repository: its tests and builds say nothing about those of another one.
 */
export function trustedCodeText(cwd: string, options: PlaceOptions): readonly SourceText[] {
  const { file, projects } = readTrustedCode(findPlaces(options));
  if (projects.length === 0) return [];
  const here = codeProject(cwd);
  const trusted = projects.find(({ identity }) => identity === here?.identity);
  // Only names that we ship: the file names groups for projects, and nothing else that a policy could say.
  const groups = projectGroups.filter((name) => trusted?.groups.includes(name) === true);
  return groups.length === 0
    ? []
    : [{ layer: 'user', file, root: '/', text: `use: [${groups.join(', ')}]\n` }];
}
