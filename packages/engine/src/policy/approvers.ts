import { definedFields } from '../call/defined-fields.ts';
import { isRecord } from '../call/is-record.ts';
import { meantBy } from '../messages/did-you-mean.ts';
import { broken, parsed, type Parsed } from './rules/rule-error.ts';

/** Who must approve what a rule asks about, as written on an ask rule, or on an allow rule whose limit asks. */
export interface ApproversInput {
  /** The approver needs one of these roles. Absent: anyone of the tenant. */
  readonly roles?: readonly string[];
  /** `requester`: not the person on whose behalf the agent calls. */
  readonly not?: 'requester';
  /** The number of people who must approve. Default: one. */
  readonly quorum?: number;
  /** The time to answer: `30m`, `4h`, `2d`. Default: set by the gate. After that the call is denied. */
  readonly within?: string;
  /** After this time these roles may answer too. */
  readonly escalate?: readonly { readonly after: string; readonly roles: readonly string[] }[];
}

/** Who must approve, as carried in a request. Times are in milliseconds. */
export interface RuleApprovers {
  readonly roles?: readonly string[];
  readonly not?: 'requester';
  readonly quorum: number;
  readonly within?: number;
  readonly escalate?: readonly { readonly after: number; readonly roles: readonly string[] }[];
}

const fields = ['roles', 'not', 'quorum', 'within', 'escalate'] as const;

export const mostApprovers = 10;

/** Ignoring invalid approvers would leave an ask that anyone may answer, so the whole rule counts as broken. */
export function parseApprovers(given: unknown): Parsed<RuleApprovers> {
  if (!isRecord(given)) return broken(0, '`approvers` is not an object', example);
  const unknown = Object.keys(given).find((name) => !fields.some((field) => field === name));
  if (unknown !== undefined)
    return broken(0, `\`approvers\` has no key \`${unknown}\``, meantBy(unknown, fields));
  const people = parsePeople(given);
  if (!people.ok) return people;
  const { within, escalate = [] } = given;
  const time = within === undefined ? undefined : durationOf(within);
  if (within !== undefined && time === undefined) return broken(0, '`approvers.within` is not a time', times);
  const steps = escalationOf(escalate, people.value.roles !== undefined);
  if (!steps.ok) return steps;
  return parsed({
    ...people.value,
    ...definedFields({ within: time }),
    ...(steps.value.length === 0 ? {} : { escalate: steps.value }),
  });
}

function parsePeople({
  roles,
  not,
  quorum = 1,
}: Readonly<Record<string, unknown>>): Parsed<Pick<RuleApprovers, 'roles' | 'not' | 'quorum'>> {
  if (roles !== undefined && !areRoles(roles))
    return broken(0, '`approvers.roles` is not a list of roles', example);
  if (not !== undefined && not !== 'requester')
    return broken(0, '`approvers.not` is not `requester`', 'write `not: requester`, or leave it out');
  if (roles === undefined && not === undefined)
    return broken(0, '`approvers` names nobody', 'write `roles`, `not: requester` or both');
  if (!Number.isInteger(quorum) || Number(quorum) < 1 || Number(quorum) > mostApprovers)
    return broken(
      0,
      `\`approvers.quorum\` is not a whole number from 1 to ${mostApprovers}`,
      'leave it out for one',
    );
  return parsed({ ...definedFields({ roles, not }), quorum: Number(quorum) });
}

const example = 'write { roles: ["supervisor"], not: "requester" }';
const times = 'write e.g. `30m`, `4h` or `2d`';

function escalationOf(given: unknown, hasRoles: boolean): Parsed<NonNullable<RuleApprovers['escalate']>> {
  const fix = 'write [{ after: "1h", roles: ["manager"] }]';
  if (!Array.isArray(given)) return broken(0, '`approvers.escalate` is not a list', fix);
  if (given.length > 0 && !hasRoles)
    return broken(
      0,
      '`approvers.escalate` adds roles, and without `roles` anybody may answer',
      'add `roles`',
    );
  const steps: { readonly after: number; readonly roles: readonly string[] }[] = [];
  for (const step of given as readonly unknown[]) {
    if (!isRecord(step) || Object.keys(step).toSorted().join() !== 'after,roles' || !areRoles(step['roles']))
      return broken(0, '`approvers.escalate` has something else than `after` and `roles`', fix);
    const after = durationOf(step['after']);
    if (after === undefined)
      return broken(0, '`approvers.escalate` has an `after` that is not a time', times);
    steps.push({ after, roles: step['roles'] });
  }
  return parsed(steps);
}

function areRoles(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((role) => typeof role === 'string' && role !== '')
  );
}

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export const durationSyntax: RegExp = /^([1-9]\d{0,4})(s|m|h|d)$/;

function durationOf(text: unknown): number | undefined {
  const [, count = '', unit = ''] = typeof text === 'string' ? (durationSyntax.exec(text) ?? []) : [];
  const each = units[unit];
  return each === undefined ? undefined : Number(count) * each;
}

function durationText(milliseconds: number): string {
  const [unit, each] = Object.entries(units).findLast(([, of]) => milliseconds % of === 0) ?? ['s', 1000];
  return `${milliseconds / each}${unit}`;
}

export function printApprovers({ roles, not, quorum, within, escalate }: RuleApprovers): ApproversInput {
  return {
    ...definedFields({ roles, not }),
    ...(quorum === 1 ? {} : { quorum }),
    ...(within === undefined ? {} : { within: durationText(within) }),
    ...(escalate === undefined
      ? {}
      : { escalate: escalate.map((step) => ({ ...step, after: durationText(step.after) })) }),
  };
}
