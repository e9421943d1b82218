import { definedFields } from '../../call/defined-fields.ts';
import { isRecord } from '../../call/is-record.ts';
import { lookUp, type InputPath } from '../../call/input-path.ts';
import type { ToolCall } from '../../call/tool-call.ts';
import { meantBy } from '../../messages/did-you-mean.ts';
import { parseJsonPath, printJsonPath } from './json-path.ts';
import { broken, parsed, type Parsed } from './rule-error.ts';

/** As written on an allow rule: how much it allows, and how calls beyond that are treated. */
export interface LimitInput {
  /** The number of calls. */
  readonly calls?: number;
  /** Or the sum of an argument, `input.amount`, up to `most`. */
  readonly sum?: string;
  readonly most?: number;
  readonly per: (typeof limitPeriods)[number];
  /**
   * The name of the counter: limits with the same meter count together, and a count survives every other change of the rule.
   * Default: the tool, with the summed argument.
   */
  readonly meter?: string;
  /**
   * Whose calls are counted together. Default: `principal`, the tenant and user of the call. `tenant` and `all` cover one
   * tenant, `everyone` all tenants.
   */
  readonly by?: (typeof limitOwners)[number];
  /** The verdict beyond the limit. Default: `ask`. */
  readonly over?: 'ask' | 'deny';
}

export const limitPeriods = ['minute', 'hour', 'day', 'session'] as const;
export const limitOwners = ['principal', 'agent', 'tenant', 'all', 'everyone'] as const;

export interface RuleLimit {
  /** The summed argument; absent: calls are counted. */
  readonly sum?: InputPath;
  readonly most: number;
  readonly per: LimitInput['per'];
  /** As written; `metersOf` derives the counter names. */
  readonly meter?: string;
  readonly by: (typeof limitOwners)[number];
  readonly over: 'ask' | 'deny';
}

const fields = ['calls', 'sum', 'most', 'per', 'meter', 'by', 'over'] as const;

/** An invalid limit would leave an unlimited allow, so the whole rule counts as broken. */
export function parseLimit(given: unknown): Parsed<RuleLimit> {
  if (!isRecord(given)) return broken(0, '`limit` is not an object', 'write { calls: 5, per: "hour" }');
  const unknown = Object.keys(given).find((name) => !fields.some((field) => field === name));
  if (unknown !== undefined)
    return broken(0, `\`limit\` has no key \`${unknown}\``, meantBy(unknown, fields));
  const { per, meter, by = 'principal', over = 'ask' } = given;
  if (!isOneOf(per, limitPeriods)) return choiceProblem('per', limitPeriods);
  if (!isOneOf(by, limitOwners)) return choiceProblem('by', limitOwners);
  if (!isOneOf(over, ['ask', 'deny'] as const)) return choiceProblem('over', ['ask', 'deny']);
  if (meter !== undefined && !isMeterName(meter))
    return broken(0, '`limit.meter` is not a name of 1 to 100 characters', 'write e.g. `meter: refunds`');
  const measure = parseMeasure(given);
  if (!measure.ok) return measure;
  return parsed({ ...measure.value, per, ...definedFields({ meter }), by, over });
}

function parseMeasure({
  calls,
  sum,
  most,
}: Readonly<Record<string, unknown>>): Parsed<Pick<RuleLimit, 'sum' | 'most'>> {
  if ((calls === undefined) === (sum === undefined))
    return broken(
      0,
      '`limit` needs either `calls` or `sum`',
      'write { calls: 5 } or { sum: "input.amount", most: 500 }',
    );
  if (sum === undefined) {
    if (most !== undefined) return broken(0, '`most` belongs to `sum`', 'remove `most`');
    return Number.isSafeInteger(calls) && Number(calls) > 0
      ? parsed({ most: Number(calls) })
      : broken(0, '`limit.calls` is not a whole number above 0', 'write a deny rule to allow none');
  }
  if (typeof most !== 'number' || !Number.isFinite(most) || most <= 0)
    return broken(
      0,
      '`limit.most` is not a number above 0',
      'write what the sum may come to, e.g. `most: 500`',
    );
  if (typeof sum !== 'string' || !sum.startsWith(inputPrefix))
    return broken(0, '`limit.sum` does not name an argument', 'write `sum: input.amount`');
  const path = parseJsonPath(sum.slice(inputPrefix.length));
  return path.ok ? parsed({ sum: path.value, most }) : path;
}

const inputPrefix = 'input.';

/** Spaces around a name are a typo that would start a second count. */
function isMeterName(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 100 && value.trim() === value;
}

function isOneOf<T extends string>(value: unknown, of: readonly T[]): value is T {
  return of.some((each) => each === value);
}

function choiceProblem(name: string, of: readonly string[]): Parsed<never> {
  return broken(0, `\`limit.${name}\` is not one of ${of.join(', ')}`, `write one of ${of.join(', ')}`);
}

export function printLimit({ sum, most, per, meter, by, over }: RuleLimit): LimitInput {
  const measure = sum === undefined ? { calls: most } : { sum: `${inputPrefix}${printJsonPath(sum)}`, most };
  return {
    ...measure,
    per,
    ...definedFields({ meter }),
    ...(by === 'principal' ? {} : { by }),
    ...(over === 'ask' ? {} : { over }),
  };
}

/** `5 calls per hour for each user`. */
export function limitText({ sum, most, per, by }: RuleLimit): string {
  const what =
    sum === undefined ? `${most} ${most === 1 ? 'call' : 'calls'}` : `${printJsonPath(sum)} ${most}`;
  return `${what} per ${per} for ${ownerTexts[by]}`;
}

const ownerTexts = {
  principal: 'each user',
  agent: 'each agent',
  tenant: 'each tenant',
  all: 'everybody',
  everyone: 'everybody in all tenants',
} as const;

/** What a call uses of a limit. Undefined if unknown: the call then exceeds the limit. */
export function amountOf({ sum }: RuleLimit, { input }: Pick<ToolCall, 'input'>): number | undefined {
  if (sum === undefined) return 1;
  let total = 0;
  for (const found of lookUp(input, sum)) {
    const value = typeof found === 'object' ? found.value : undefined;
    if (typeof value !== 'number' || !(value >= 0)) return undefined;
    total += value;
  }
  return Number.isFinite(total) ? total : undefined;
}
