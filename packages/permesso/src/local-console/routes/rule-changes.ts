import { addRule, changeRule, EditError, removeRule, replacePolicy } from '../../gate/edit-policy.ts';
import type { RuleInput } from '@permesso/engine/internal/policy/rules/rule';
import { verdicts, type Verdict } from '@permesso/engine/internal/policy/rules/verdict';
import { policyTarget } from '../../storage/policy-files.ts';
import type { PlaceOptions } from '../../storage/policy-places.ts';
import { digestOf, previewPolicy, readableText } from './profile-preview.ts';
import { mergedText } from './rule-merges.ts';
import { Refused, textFrom, type RouteRequest, type Route } from '../route.ts';

export interface RuleChangeOptions extends PlaceOptions {
  readonly cwd: string;
}

export function ruleChangeRoutes(options: RuleChangeOptions): readonly Route[] {
  return [
    { method: 'POST', path: '/api/rules/add', run: ({ body }) => change(body, options, 'add') },
    { method: 'POST', path: '/api/rules/remove', run: ({ body }) => change(body, options, 'remove') },
    { method: 'POST', path: '/api/rules/edit', run: ({ body }) => change(body, options, 'edit') },
    { method: 'POST', path: '/api/rules/merge', run: ({ body }) => merge(body, options) },
  ];
}

/** Files that a person may change from the page. */
export const targets = ['local', 'project', 'user'] as const;

async function change(
  body: RouteRequest['body'],
  options: RuleChangeOptions,
  action: 'add' | 'remove' | 'edit',
): Promise<object> {
  const rule = textFrom(body, 'rule');
  const verdict = verdictIn(body['verdict']);
  const place = { ...options, to: targetIn(body) };
  return refusing(() => {
    if (action === 'remove') return removeRule({ verdict, rule }, place);
    const added = { verdict, rule: withWords(rule, body) };
    if (action === 'add') return addRule(added, place);
    const { was, wasVerdict } = body;
    return changeRule({ was: { verdict: verdictIn(wasVerdict), rule: String(was) }, is: added }, place);
  });
}

/** With a digest, what was shown is written; without, it is shown. */
async function merge(body: RouteRequest['body'], options: RuleChangeOptions): Promise<object> {
  const { rules } = body;
  if (!Array.isArray(rules) || !rules.every((rule) => typeof rule === 'string'))
    throw new Refused('Which rules?');
  const into = textFrom(body, 'into');
  const place = { ...options, to: targetIn(body) };
  const before = readableText(policyTarget(place.to, options).file) ?? '';
  const after = mergedText(before, { verdict: verdictIn(body['verdict']), rules, into });
  if (typeof after !== 'string') throw new Refused(after.refused);
  if (body['digest'] === undefined) return previewPolicy(after, place);
  if (digestOf(before, after) !== body['digest'])
    throw new Refused('The file has changed meanwhile: look again.');
  return refusing(() => replacePolicy({ before, after }, place));
}

async function refusing<T>(edit: () => Promise<T>): Promise<T> {
  try {
    return await edit();
  } catch (error) {
    throw error instanceof EditError ? new Refused(error.message) : error;
  }
}

function verdictIn(value: unknown): Verdict {
  const verdict = verdicts.find((each) => each === value);
  if (verdict === undefined) throw new Refused('Say what the rule does.');
  return verdict;
}

function targetIn({ to }: RouteRequest['body']): (typeof targets)[number] {
  const target = targets.find((each) => each === to);
  if (target === undefined) throw new Refused('Say for whom the rule is.');
  return target;
}

function withWords(rule: string, body: RouteRequest['body']): RuleInput {
  const words = ['expires', 'message', 'guidance', 'why'].flatMap((name) => {
    const value = body[name];
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  return words.length === 0 ? rule : { rule, ...Object.fromEntries(words) };
}
