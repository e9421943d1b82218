import { stringify } from 'yaml';
import type { Layer } from '../../layer.ts';
import { parsePolicyFile } from '../../file/parse-policy-file.ts';
import type { ReadOptions, ReadResult } from '../format.ts';
import { fieldOf, readYaml } from '../read-yaml.ts';

const names = [
  'mode',
  'unlisted',
  'restrict',
  'deny',
  'ask',
  'allow',
  'tools',
  'workingDirectories',
] as const;

/** A layer as the policy file that says the same. */
export function printPolicy(layer: Layer): string {
  const policy = Object.fromEntries(
    names.flatMap((name) => (layer[name] === undefined ? [] : [[name, layer[name]]])),
  );
  return Object.keys(policy).length === 0 ? '{}\n' : stringify(policy, { lineWidth: 0 });
}

const heading = /^profile:[^\n]*(?:\n|$)/mu;

/** A whole policy file under a name, to be handed on: one more key, and everything else as it was written. */
export function writeProfile(name: string, policy: string): string {
  return `profile: ${JSON.stringify(name)}\n${policy.replace(heading, '')}`;
}

/** The policy file again, comments and all. */
export function policyOfProfile(text: string): { readonly name?: string; readonly policy: string } {
  const source = readYaml(text);
  const name = 'error' in source ? undefined : fieldOf(source.value, 'profile');
  return { policy: text.replace(heading, ''), ...(typeof name === 'string' ? { name } : {}) };
}

/** Checked as strictly as any policy file. */
export function readProfile(text: string, options: ReadOptions): ReadResult {
  const { policy } = policyOfProfile(text);
  const file = parsePolicyFile(policy, { file: 'profile' });
  const problem = file.problems.find(({ severity }) => severity === 'error');
  if (problem !== undefined)
    return { error: problem.message, ...(problem.line === undefined ? {} : { line: problem.line }) };
  const { file: _file, lines: _lines, ...layer } = file.layer;
  return { layer: { layer: options.layer ?? 'project', ...layer }, losses: [] };
}
