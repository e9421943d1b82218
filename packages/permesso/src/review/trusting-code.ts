import { type Approved, evaluateAgain, withRules } from '@permesso/engine/decision';
import { isUnder } from '@permesso/engine/facts';
import type { Layer } from '@permesso/engine/policy';
import { layersFrom } from '@permesso/gate/gate';
import {
  findPlaces,
  type PlaceOptions,
  readTrust,
  groupsFor,
  codeProject,
  projectFiles,
} from '@permesso/gate/storage';

export interface TrustingOptions {
  readonly layers: readonly Layer[];
  /** Where the project stands. */
  readonly cwd: string;
  readonly places?: PlaceOptions;
}

/**
 * How many of these prompts would not come any more if the person trusted the code of the project here (`permesso trust code`).
 * No rule is learnt about what runs a project's own code, so this is the only way to fewer of them.
 */
export function savedByTrustingCode(
  history: readonly Approved[],
  { layers, cwd, places = {} }: TrustingOptions,
): number {
  const project = codeProject(cwd);
  if (project === undefined) return 0;
  const { groups } = groupsFor(projectFiles(project.directory));
  if (groups.length === 0) return 0;
  const { home, config } = findPlaces(places);
  const source = { layer: 'user', file: '', root: '/', text: `use: [${groups.join(', ')}]\n` } as const;
  const trusting = layersFrom(source, { trust: readTrust({ config }), home });
  const [today, then] = [withRules(layers, []), withRules([...layers, ...trusting.layers], [])];
  return history
    .filter(({ item }) => isUnder(item.world.cwd, project.directory))
    .filter(
      ({ item }) =>
        evaluateAgain(item, today).verdict === 'ask' && evaluateAgain(item, then).verdict === 'allow',
    )
    .reduce((sum, { yes, no }) => sum + yes + no, 0);
}
