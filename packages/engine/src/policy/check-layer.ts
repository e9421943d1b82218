import { isRecord } from '../call/is-record.ts';
import { fieldProblem, problemsInFields, type Field, type Fields, type FieldTest } from './check-fields.ts';
import { problemsInDescriptions } from './check-descriptions.ts';
import { checksProblem } from './external-checks.ts';
import type { Layer } from './layer.ts';
import { keepProblem } from './keep.ts';
import { offlineChoices } from './offline.ts';
import type { Problem } from './policy.ts';
import { sandboxUses } from './sandbox-settings.ts';
import { isLabelName } from './rules/after.ts';
import { layerNames } from './rules/rule.ts';

const isText: FieldTest = (value) => typeof value === 'string';
const isFlag: FieldTest = (value) => typeof value === 'boolean';
const isTexts: FieldTest = (value) => Array.isArray(value) && value.every(isText);
const isList: FieldTest = (value) => Array.isArray(value);

const fields: Fields = new Map<keyof Layer, Field>([
  ['layer', [(value) => layerNames.some((name) => name === value), `one of ${layerNames.join(', ')}`]],
  ['file', [isText, 'a text']],
  ['root', [(value) => typeof value === 'string' && value.startsWith('/'), 'an absolute path']],
  ['trusted', [isFlag, 'true or false']],
  ['mode', [isText, 'a mode']],
  ['allow', [isList, 'a list of rules']],
  ['ask', [isList, 'a list of rules']],
  ['deny', [isList, 'a list of rules']],
  ['tools', [isTools, 'lists `visible` and `hidden` of tool names, and `describe` of descriptions']],
  ['workingDirectories', [isTexts, 'a list of directories']],
  ['labels', [isLabels, 'names of labels, each with a list of rules: { pii: [query_customers] }']],
  ['production', [isTexts, 'a list of names']],
  ['unlisted', [(value) => value === 'ask' || value === 'deny', 'ask or deny']],
  ['enforce', [isFlag, 'true or false']],
  ['offline', [(value) => offlineChoices.some((each) => each === value), offlineChoices.join(' or ')]],
  [
    'sandbox',
    [isSandbox, `${sandboxUses.join(', ')}, or \`use\`, \`hosts\`, \`after\`, \`modes\` and \`atLeast\``],
  ],
  ['keep', [(value) => keepProblem(value) === undefined, '`on`, `off`, or `{ days: 7, most: 2GB }`']],
  ['hostModes', [isTexts, 'a list of modes']],
  [
    'checks',
    [(value) => checksProblem(value) === undefined, 'services such as { pdp: { authzen: https://... } }'],
  ],
  ['restrict', [isRestriction, '`onlyManagedAllow` and `modes`']],
  ['lines', [isRecord, 'line numbers by verdict']],
]);

const example = 'write { allow: [...], ask: [...], deny: [...] }';

/** Validates the layer itself, before its rules are read. */
export function problemsInLayer(layer: Layer): readonly Problem[] {
  return isRecord(layer)
    ? [
        ...problemsInFields(layer, fields),
        ...problemsInDescriptions(isRecord(layer['tools']) ? layer['tools']['describe'] : undefined),
      ]
    : [{ ...fieldProblem('policy', 'it is not an object', example), about: 'policy' }];
}

function isTools(value: unknown): boolean {
  return (
    isRecord(value) &&
    Object.entries(value as object).every(([name, list]) =>
      name === 'describe' ? Array.isArray(list) : (name === 'visible' || name === 'hidden') && isTexts(list),
    )
  );
}

function isLabels(value: unknown): boolean {
  return (
    isRecord(value) && Object.entries(value).every(([name, rules]) => isLabelName(name) && isTexts(rules))
  );
}

function isSandbox(value: unknown): boolean {
  const isUse: FieldTest = (use) => sandboxUses.some((each) => each === use);
  if (!isRecord(value)) return isUse(value);
  return Object.entries(value as object).every(([name, given]) => {
    if (name === 'use') return isUse(given);
    if (name === 'hosts') return Array.isArray(given) && given.every(isSandboxHost);
    if (name === 'after') return isSandboxAfter(given);
    return name === 'modes' ? isTexts(given) : name === 'atLeast' && typeof given === 'string';
  });
}

function isSandboxAfter(value: unknown): boolean {
  return (
    isRecord(value) &&
    Object.entries(value).every(
      ([label, open]) =>
        isLabelName(label) &&
        isRecord(open) &&
        Object.keys(open).join() === 'hosts' &&
        isTexts(open['hosts']),
    )
  );
}

function isSandboxHost(value: unknown): boolean {
  if (!isRecord(value)) return typeof value === 'string';
  const { host, expires, ...rest } = value;
  const isUntil = expires === undefined || typeof expires === 'string';
  return typeof host === 'string' && isUntil && Object.keys(rest).length === 0;
}

function isRestriction(value: unknown): boolean {
  return (
    isRecord(value) &&
    Object.entries(value as object).every(([name, given]) =>
      name === 'onlyManagedAllow' ? isFlag(given) : name === 'modes' && isTexts(given),
    )
  );
}
