import { stringify } from 'yaml';
import { definedFields } from '../../../call/defined-fields.ts';
import type { Layer } from '../../layer.ts';
import { parsePolicyFile } from '../../file/parse-policy-file.ts';
import type { ImportedPolicy, ReadOptions, ReadResult } from '../format.ts';
import { readYaml } from '../read-yaml.ts';

const names = [
  'mode',
  'unlisted',
  'offline',
  'restrict',
  'deny',
  'ask',
  'allow',
  'tools',
  'workingDirectories',
] as const;

/** The equivalent policy file. Generated rules are in a group at its end. */
export function printPolicy({
  layer,
  rest = {},
  use = [],
}: Pick<ImportedPolicy, 'layer' | 'rest'> & { readonly use?: readonly string[] }): string {
  const written = { ...layer, ...without('ask', layer, rest), ...without('deny', layer, rest) };
  const policy = Object.fromEntries(
    names.flatMap((name) => (written[name] === undefined ? [] : [[name, written[name]]])),
  );
  const groups = {
    [group]: Object.fromEntries(Object.entries(rest).filter(([, rules]) => rules.length > 0)),
  };
  const hasRest = Object.keys(rest).length > 0;
  const used = [...use, ...(hasRest ? [group] : [])];
  // Rules that a person chose come first, generated rules last.
  const whole = {
    ...(use.length === 0 ? {} : { use: used }),
    ...policy,
    ...(use.length > 0 || used.length === 0 ? {} : { use: used }),
    ...(hasRest ? { groups } : {}),
  };
  return Object.keys(whole).length === 0
    ? '{}\n'
    : stringify(whole, { lineWidth: 0, aliasDuplicateObjects: false });
}

const group = 'everything-else';

function without(
  verdict: 'ask' | 'deny',
  layer: Layer,
  rest: NonNullable<ImportedPolicy['rest']>,
): Pick<Layer, 'ask' | 'deny'> {
  const rules = (layer[verdict] ?? []).filter((rule) => !(rest[verdict] ?? []).includes(rule));
  return { [verdict]: rules.length === 0 ? undefined : rules };
}

const heading = /^profile:[^\n]*(?:\n|$)/mu;

/** A policy file as a named profile for sharing: one more key, everything else as written. */
export function writeProfile(name: string, policy: string): string {
  return `profile: ${JSON.stringify(name)}\n${policy.replace(heading, '')}`;
}

/** Restores the policy file, including comments. */
export function policyOfProfile(text: string): string {
  return text.replace(heading, '');
}

/** Checked as strictly as any policy file. */
export function readProfile(text: string, options: ReadOptions): ReadResult {
  const source = readYaml(text);
  if ('error' in source) return source;
  const file = parsePolicyFile(policyOfProfile(text), { file: 'profile' });
  const problem = file.problems.find(({ severity }) => severity === 'error');
  if (problem !== undefined) return { error: problem.message, ...definedFields({ line: problem.line }) };
  const { file: _file, lines: _lines, ...layer } = file.layer;
  return { layer: { layer: options.layer ?? 'project', ...layer }, losses: [] };
}
