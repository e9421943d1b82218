import type { RuleObject } from './rule.ts';
import { meantBy } from '../../messages/did-you-mean.ts';
import { isAfter } from './after.ts';
import { broken } from './rule-error.ts';

type RuleFieldTest = readonly [is: (value: unknown) => boolean, otherwise: string];

const text: RuleFieldTest = [(value) => typeof value === 'string', 'is not a text'];

const fields: ReadonlyMap<string, RuleFieldTest> = new Map<keyof RuleObject, RuleFieldTest>([
  ['rule', text],
  ['when', [(value) => typeof value === 'object' && value !== null, 'is not an object']],
  ['message', text],
  ['guidance', text],
  ['why', text],
  ['from', [(value) => value === 'prompt', 'is not `prompt`']],
  ['expires', text],
  ['agents', [isTexts, 'is not a list of texts']],
  ['readOnly', [(value) => typeof value === 'boolean', 'is not true or false']],
  ['effects', [isTexts, 'is not a list of effects']],
  ['unsandboxed', [(value) => typeof value === 'boolean', 'is not true or false']],
  ['enforce', [(value) => typeof value === 'boolean', 'is not true or false']],
  ['limit', [(value) => typeof value === 'object' && value !== null, 'is not an object']],
  ['check', [(value) => typeof value === 'string' && value !== '', 'is not the name of a check']],
  ['after', [isAfter, 'is not a label, list of labels or { all: [...] }']],
  ['unless', [(value) => value === 'named', 'is not `named`']],
  ['approvers', [(value) => typeof value === 'object' && value !== null, 'is not an object']],
  ['delegated', [(value) => typeof value === 'boolean', 'is not true or false']],
]);

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Policies come from files and from untyped code; a misspelled limit would leave an unlimited allow. */
export function shapeProblem(spec: RuleObject): ReturnType<typeof broken> | undefined {
  const given: unknown = spec;
  if (typeof given !== 'object' || given === null || !('rule' in given) || typeof given.rule !== 'string')
    return broken(0, 'a rule needs a text', 'write { rule: "Bash(git push:*)" }');
  for (const [name, value] of Object.entries(given)) {
    const shape = fields.get(name);
    if (shape === undefined) return broken(0, `there is no key \`${name}\``, meantBy(name, fields.keys()));
    const [is, otherwise] = shape;
    if (value !== undefined && !is(value)) return broken(0, `\`${name}\` ${otherwise}`, 'fix or remove it');
  }
  return undefined;
}
