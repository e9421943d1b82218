import type { Layer } from '@permesso/engine';
import {
  expandUse,
  parsePolicyFile,
  type PolicyFile,
  printFileProblem,
  type Shelf,
} from '@permesso/engine/text';

/** The text of a policy file as layers, or what is wrong with it. */
export type ReadPolicy = { readonly layers: readonly Layer[] } | { readonly problem: string };

/** What `use:` may name: the presets and groups that come with permesso, by name. */
export type ShippedPolicies = Readonly<Record<string, string>>;

const groupsName = 'groups';

/** Reads policy texts as the command line reads files, with the shipped presets behind `use`. */
export function policyReader(shipped: ShippedPolicies): (text: string) => ReadPolicy {
  const parsed = new Map<string, PolicyFile>();
  const open = (name: string): PolicyFile => {
    const content =
      parsed.get(name) ?? parsePolicyFile(shipped[name] ?? '', { file: `permesso/presets/${name}.yaml` });
    parsed.set(name, content);
    return content;
  };
  const presetNames = (): readonly string[] => Object.keys(shipped).filter((name) => name !== groupsName);
  const shelf: Shelf = {
    preset: (name) => (presetNames().includes(name) ? open(name) : undefined),
    groups: () => open(groupsName),
    presetNames,
  };
  return (text) => {
    const content = parsePolicyFile(text, { file: 'policy.yaml' });
    const used = expandUse(content, shelf);
    const [problem] = [...content.problems, ...used.problems].filter(({ severity }) => severity === 'error');
    if (problem !== undefined) return { problem: printFileProblem(problem) };
    const layers = [content.layer, ...used.layers.map(({ layer }) => layer)];
    return { layers: layers.map((layer) => ({ ...layer, layer: 'user', root: '/home/dev/project' })) };
  };
}
