import type { Check, Facts, Part } from './part.ts';

/** The reason shown for a tool whose own check has not been called yet. */
export const unaskedCheck = 'the tool itself would be asked when the call is authorised';

const strictness: Readonly<Record<Check['outcome'], number>> = {
  allow: 0,
  pass: 1,
  ask: 2,
  safety: 3,
  deny: 4,
};

/** The facts with the tool's opinion at authorisation time: it may only tighten the earlier one. */
export function withToolCheck(facts: Facts, check: Check | undefined): Facts {
  if (check === undefined) return facts;
  const {
    kind,
    parts: [first, ...rest],
  } = facts;
  return { kind, parts: [checked(first, check), ...rest.map((part) => checked(part, check))] };
}

function checked(part: Part, check: Check): Part {
  const isStricter = check.outcome !== 'pass' && strictness[check.outcome] > strictness[part.check.outcome];
  return {
    ...part,
    ...(isStricter ? { check } : {}),
    doubts: part.doubts.filter((doubt) => doubt !== unaskedCheck),
  };
}
