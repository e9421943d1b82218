import { type Ask, type Grant, isImmune, sessionOrigin } from '@permesso/engine/decision';
import { type Mode, modes, parseRule, printRule, type Rule, type RuleInput } from '@permesso/engine/policy';
import type { Denial } from '../denial.ts';
import { definedFields, isRecord, ownerProblem } from '@permesso/engine/call';

/** The content of one file of remembered answers. */
export type Remembered =
  | ({ readonly kind: 'grant'; readonly grant: Grant } & GivenFields)
  | ({ readonly kind: 'denial'; readonly denial: Denial } & GivenFields);

interface GivenFields {
  readonly at: number;
  /** What the worktrees of its project share, if it is for a project. */
  readonly repository?: string;
}

export function printRemembered(remembered: Remembered): string {
  const { kind, at, repository } = remembered;
  const { rules, ...rest } = kind === 'grant' ? remembered.grant : remembered.denial;
  return `${JSON.stringify({ version: 1, kind, at, repository, ...rest, rules: rules.map(printRule) })}\n`;
}

/** Undefined if anything differs from how we write it: half a grant does not count. */
export function parseRemembered(text: string, id: string): Remembered | undefined {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(said) || said['version'] !== 1 || said['id'] !== id) return undefined;
  // An unknown limit must not be ignored: the grant would reach further than it was given. A denial may.
  if (said['kind'] !== 'denial' && Object.keys(said).some((name) => !known.has(name))) return undefined;
  const at = said['at'];
  const common = readCommon(said);
  const repository = said['repository'];
  if (common === undefined || typeof at !== 'number') return undefined;
  if (repository !== undefined && typeof repository !== 'string') return undefined;
  const given = { at, ...definedFields({ repository }) };
  if (said['kind'] === 'denial') return readDenial(said, { given, common });
  return said['kind'] === 'grant' ? readGrant(said, { given, common }) : undefined;
}

const known: ReadonlySet<string> = new Set(
  'version kind at repository id rules answers scope givenIn callKey project session expires uses pin owner comment words'.split(
    ' ',
  ),
);

interface Common {
  readonly id: string;
  readonly scope: 'session' | 'project' | 'user';
  readonly limits: Pick<Grant, 'callKey' | 'project' | 'session' | 'expires' | 'owner'>;
}

function readCommon(said: RawFields): Common | undefined {
  const scope = said['scope'];
  if (scope !== 'session' && scope !== 'project' && scope !== 'user') return undefined;
  const texts = ['callKey', 'project', 'session'] as const;
  if (texts.some((name) => said[name] !== undefined && typeof said[name] !== 'string')) return undefined;
  if (said['expires'] !== undefined && typeof said['expires'] !== 'number') return undefined;
  const owner = said['owner'];
  if (owner !== undefined && ownerProblem(owner) !== undefined) return undefined;
  const limits = [...texts, 'expires' as const, 'owner' as const].flatMap((name) =>
    said[name] === undefined ? [] : [[name, said[name]] as const],
  );
  return { id: String(said['id']), scope, limits: Object.fromEntries(limits) };
}

interface GrantFileRead {
  readonly given: GivenFields;
  readonly common: Common;
}

function readGrant(said: RawFields, { given, common }: GrantFileRead): Remembered | undefined {
  const { answers, givenIn, uses, pin } = said;
  const rules = readSavedRules(said['rules'], 'allow');
  if (rules === undefined || !Array.isArray(answers) || !answers.every(isAsk)) return undefined;
  if (!modes.includes(givenIn as Mode)) return undefined;
  if (uses !== undefined && typeof uses !== 'number') return undefined;
  if (pin !== undefined && !isPin(pin)) return undefined;
  // Without rules and without a call it would allow everything.
  if (rules.length === 0 && common.limits.callKey === undefined) return undefined;
  if (common.scope !== 'session' && answers.some(isImmune)) return undefined;
  const { id, scope, limits } = common;
  return {
    kind: 'grant',
    ...given,
    grant: {
      id,
      scope,
      rules,
      answers,
      givenIn: givenIn as Mode,
      ...limits,
      ...definedFields({ uses, pin }),
    },
  };
}

function readDenial(said: RawFields, { given, common }: GrantFileRead): Remembered | undefined {
  const rules = readSavedRules(said['rules'], 'deny');
  // Older files use this name: a denial that is not read would be forgotten.
  const comment = said['comment'] ?? said['words'];
  if (rules === undefined || (comment !== undefined && typeof comment !== 'string')) return undefined;
  const { id, scope, limits } = common;
  const denial = { id, scope, rules, ...limits, ...definedFields({ comment }) };
  return { kind: 'denial', ...given, denial };
}

function readSavedRules(said: unknown, verdict: 'allow' | 'deny'): readonly Rule[] | undefined {
  if (!Array.isArray(said)) return undefined;
  const rules = said.map((rule: unknown) => parseRule(rule as RuleInput, { verdict, origin: sessionOrigin }));
  return rules.every((rule) => rule.ok) ? rules.map((rule) => rule.value) : undefined;
}

export function isAsk(value: unknown): value is Ask {
  if (!isRecord(value)) return false;
  switch (value['because']) {
    case 'ask-rule':
    case 'deny-may-match':
      return typeof value['rule'] === 'string';
    case 'safety':
      return typeof value['code'] === 'string';
    default:
      return (
        value['because'] === 'tool-asks' ||
        value['because'] === 'no-rule' ||
        value['because'] === 'unsandboxed'
      );
  }
}

export function isPin(value: unknown): value is NonNullable<Grant['pin']> {
  return isRecord(value) && ['server', 'tool', 'pin'].every((name) => typeof value[name] === 'string');
}

type RawFields = Readonly<Record<string, unknown>>;
