import { stringify } from 'yaml';
import type { Layer } from '../../layer.ts';
import { parsePolicyFile } from '../../file/parse-policy-file.ts';
import type { ReadOptions, ReadResult, Written } from '../format.ts';
import { fieldOf, isRecord, readYaml } from '../read-yaml.ts';

const names = [
  'mode',
  'unlisted',
  'allow',
  'ask',
  'deny',
  'tools',
  'workingDirectories',
  'restrict',
] as const;

/** A layer as the policy file that says the same. */
export function printPolicy(layer: Layer): string {
  const policy = Object.fromEntries(
    names.flatMap((name) => (layer[name] === undefined ? [] : [[name, layer[name]]])),
  );
  return Object.keys(policy).length === 0 ? '{}\n' : stringify(policy, { lineWidth: 0 });
}

/** A whole policy under a name, to be handed on: `profile: name`, then the policy as it stands in a file. */
export function writeProfile(name: string, layer: Layer): Written {
  return {
    text: `profile: ${JSON.stringify(name)}\n${printPolicy(layer) === '{}\n' ? '' : printPolicy(layer)}`,
    losses: [],
  };
}

/** Reads a profile back. It is a policy file with one more key, and is checked as strictly. */
export function readProfile(text: string, options: ReadOptions): ReadResult {
  const source = readYaml(text);
  if ('error' in source) return source;
  if (!isRecord(source.value)) return { error: 'not a policy' };
  const file = parsePolicyFile(text.replace(/^profile:.*(?:\r?\n|$)/mu, ''), { file: 'profile' });
  const [problem] = file.problems.filter(({ severity }) => severity === 'error');
  if (problem !== undefined)
    return { error: problem.message, ...(problem.line === undefined ? {} : { line: problem.line }) };
  const { file: _file, lines: _lines, ...layer } = file.layer;
  return { layer: { layer: options.layer ?? 'project', ...layer }, losses: [] };
}

export function profileName(text: string): string | undefined {
  const source = readYaml(text);
  const name = 'error' in source ? undefined : fieldOf(source.value, 'profile');
  return typeof name === 'string' ? name : undefined;
}
