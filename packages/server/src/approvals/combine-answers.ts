/** One person's approval, and how long it lasts. */
export interface Approval {
  readonly scope: Scope;
  readonly rules?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly until?: number;
  /** The input to run instead. The agent decides about it again, and asks again if it must. */
  readonly input?: Readonly<Record<string, unknown>>;
}

export const scopes = ['once', 'session', 'project', 'user'] as const;

export type Scope = (typeof scopes)[number];

/** Several people's answers as one: the narrowest decides. */
export function combineAnswers(answers: readonly Approval[]): Approval {
  const changed = answers.find(({ input }) => input !== undefined);
  // A changed call needs a single approver (`objectionTo`): of several, some would have agreed to another call.
  if (changed !== undefined && answers.length > 1) throw new Error('a changed call has several answers');
  if (changed?.input !== undefined) return { scope: 'once', input: changed.input };
  const narrowest = scopes.find((scope) => answers.some((answer) => answer.scope === scope)) ?? 'once';
  if (narrowest === 'once') return { scope: 'once' };
  const [first] = answers;
  const isSame = answers.every(({ rules }) => JSON.stringify(rules) === JSON.stringify(first?.rules));
  if (!isSame) return { scope: 'once' };
  const ends = answers.flatMap(({ until }) => until ?? []);
  return {
    scope: narrowest,
    ...(first?.rules === undefined ? {} : { rules: first.rules }),
    ...(ends.length === 0 ? {} : { until: Math.min(...ends) }),
  };
}
