import type { Kind } from '../call/kind.ts';
import type { ToolCall } from '../call/tool-call.ts';
import type { World } from '../world/world.ts';
import { guardedCheck, readsProtected } from './danger.ts';
import type { Check } from './part.ts';
import type { Offer, Tool } from './tool.ts';
import { effectsOf, type Touch } from './touch.ts';

type Input = ToolCall['input'];

/** A tool of your own, in a few functions. All are given hostile input and may throw: the call is then asked about. */
export interface ToolSpec {
  readonly name: string;
  readonly kind?: Kind;
  /** What stands between a rule's parentheses: `deploy(prod-*)` is compared with this text. */
  readonly subject?: (input: Input) => string | undefined;
  /** Whether the call changes nothing. Allows it in the explore and acceptEdits modes. */
  readonly readOnly?: boolean | ((input: Input, world: World) => boolean);
  /** The tool's own opinion; `pass` when absent. `safety` asks whatever the allow rules say. */
  readonly check?: (input: Input, world: World) => Check;
  /**
   * Files and hosts that the arguments name, so that deny and ask rules about them bind this tool too. A protected
   * file among them asks, whatever `check` says short of deny.
   */
  readonly touches?: (input: Input) => readonly Touch[];
  /** Rules to offer when a person is asked, narrow to wide. */
  readonly suggest?: (input: Input) => readonly Offer[];
}

export function defineTool(spec: ToolSpec): Tool {
  const kind = spec.kind ?? 'other';
  return {
    name: spec.name,
    kind,
    read: (call, world) => {
      const text = spec.subject?.(call.input);
      const effects = (spec.touches?.(call.input) ?? []).flatMap((touch) =>
        effectsOf(touch, { call, world }),
      );
      return [
        {
          kind,
          label: text === undefined ? call.tool : `${call.tool} ${text}`,
          subject: text === undefined ? { kind: 'tool' } : { kind: 'tool', text },
          effects,
          readOnly: isReadOnly(spec, call.input, world) && !readsProtected(effects, world),
          insideEdit: false,
          check: guardedCheck(readCheck(spec.check?.(call.input, world)), effects, world),
          doubts: [],
        },
      ];
    },
    offer: (call) => spec.suggest?.(call.input) ?? offerByName(call, spec.subject?.(call.input)),
  };
}

function isReadOnly({ readOnly }: ToolSpec, input: Input, world: World): boolean {
  // Strictly true: a promise or a text from careless code must not count as proof.
  const answer: unknown = typeof readOnly === 'function' ? readOnly(input, world) : readOnly;
  return answer === true;
}

const outcomes: ReadonlySet<string> = new Set(['pass', 'allow', 'deny', 'ask', 'safety']);

/** Code without types may answer anything; what is not an outcome is an error, never a pass. */
function readCheck(check: unknown): Check {
  if (check === undefined) return { outcome: 'pass' };
  const outcome: unknown =
    typeof check === 'object' && check !== null && 'outcome' in check ? check.outcome : undefined;
  if (typeof outcome !== 'string' || !outcomes.has(outcome))
    throw new TypeError('the check answered with no known outcome');
  return check as Check;
}

/** This very input, then what the call is about, then every call of the tool. */
function offerByName(call: ToolCall, subject: string | undefined): readonly Offer[] {
  return [
    {
      rules: [`${call.tool}(${JSON.stringify(call.input)})`],
      covers: `${call.tool} with exactly these arguments`,
    },
    // A star or a parenthesis in the subject would say something else in a rule.
    ...(subject === undefined || !/^[^*()\\{}\s][^*()\\{}]*$/u.test(subject)
      ? []
      : [{ rules: [`${call.tool}(${subject})`], covers: `${call.tool} about ${subject}` }]),
    { rules: [call.tool], covers: `every call of ${call.tool}` },
  ];
}
