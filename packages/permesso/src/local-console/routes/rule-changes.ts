import { addRule, changeRule, removeRule, replacePolicy, type EditOptions } from '@permesso/gate/gate';
import { readLogBackwards } from '@permesso/gate/log';
import { type RuleInput, type Verdict, verdicts } from '@permesso/engine/policy';
import { policyTarget, type PlaceOptions } from '@permesso/gate/disk';
import { digestOf, previewPolicy, readableText } from './profile-preview.ts';
import { mergedText } from './rule-merges.ts';
import { previewRule } from './rule-preview.ts';
import { undoableChanges } from './undo-changes.ts';
import { post, Refused, textFrom, type RouteRequest, type Route } from '../route.ts';
import { refusing, targetIn, targets } from './edit-target.ts';

export interface RuleChangeOptions extends PlaceOptions {
  readonly cwd: string;
  /** The log directory, for trying rules. */
  readonly log: string;
  /** Removes rules that no verdict depends on. */
  readonly tidy: () => Promise<unknown>;
}

export function ruleChangeRoutes(options: RuleChangeOptions): readonly Route[] {
  const { log } = options;
  const undoable = undoableChanges();
  const changing = (action: 'add' | 'remove' | 'edit'): Route =>
    post(`/api/rules/${action}`, (body) =>
      undoable.edit(placeIn(body, options), (place) => change(body, place, action)),
    );
  return [
    changing('add'),
    changing('remove'),
    changing('edit'),
    post('/api/rules/merge', (body) =>
      body['digest'] === undefined
        ? merge(body, placeIn(body, options))
        : undoable.edit(placeIn(body, options), (place) => merge(body, place)),
    ),
    post('/api/rules/tidy', () =>
      undoable.make(
        targets.map((to) => ({ ...options, to })),
        options.tidy,
      ),
    ),
    post('/api/rules/undo', async (body) => {
      await undoable.undo(textFrom(body, 'undo'));
      return {};
    }),
    post('/api/rules/preview', (body) =>
      previewRule(
        { verdict: verdictIn(body['verdict']), rule: textFrom(body, 'rule') },
        readLogBackwards(log),
        options,
      ),
    ),
  ];
}

function placeIn(body: RouteRequest['body'], options: RuleChangeOptions): EditOptions {
  return { ...options, to: targetIn(body) };
}

async function change(
  body: RouteRequest['body'],
  place: EditOptions,
  action: 'add' | 'remove' | 'edit',
): Promise<object> {
  const rule = textFrom(body, 'rule');
  const verdict = verdictIn(body['verdict']);
  return refusing(() => {
    if (action === 'remove') return removeRule({ verdict, rule }, place);
    const added = { verdict, rule: withWords(rule, body) };
    if (action === 'add') return addRule(added, place);
    const { was, wasVerdict } = body;
    return changeRule({ was: { verdict: verdictIn(wasVerdict), rule: String(was) }, is: added }, place);
  });
}

/** With a digest, writes what was shown; without, shows it. */
async function merge(body: RouteRequest['body'], place: EditOptions): Promise<object> {
  const { rules } = body;
  if (!Array.isArray(rules) || !rules.every((rule) => typeof rule === 'string'))
    throw new Refused('Which rules?');
  const into = textFrom(body, 'into');
  const before = readableText(policyTarget(place.to, place).file) ?? '';
  const after = mergedText(before, { verdict: verdictIn(body['verdict']), rules, into });
  if (typeof after !== 'string') throw new Refused(after.refused);
  if (body['digest'] === undefined) return previewPolicy(after, place);
  if (digestOf(before, after) !== body['digest'])
    throw new Refused('The file has changed in the meantime. Reload and try again.');
  return refusing(() => replacePolicy({ before, after }, place));
}

function verdictIn(value: unknown): Verdict {
  const verdict = verdicts.find((each) => each === value);
  if (verdict === undefined) throw new Refused('Say what the rule does.');
  return verdict;
}

function withWords(rule: string, body: RouteRequest['body']): RuleInput {
  const words = ['expires', 'message', 'guidance', 'why'].flatMap((name) => {
    const value = body[name];
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  return words.length === 0 ? rule : { rule, ...Object.fromEntries(words) };
}
