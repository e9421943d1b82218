import { putBounded } from '@permesso/engine/call';
import { rememberedAnswers, revokeRemembered } from '@permesso/gate/gate';
import { findPlaces, type PlaceOptions } from '@permesso/gate/disk';
import type { Answer, Approval } from '@permesso/protocol/approval';
import { Refused } from '../route.ts';

/** Lasting answers of this page, so that one just given can be withdrawn. */
export interface LastingAnswers {
  /** Called before the answer is given: existing grants are not part of it. */
  readonly add: (approval: Approval, answer: Answer) => void;
  readonly undo: (id: string) => Promise<void>;
}

export interface LastingAnswersOptions {
  /** The person at the page. */
  readonly by: string;
  readonly places: PlaceOptions;
}

interface GivenAnswer {
  readonly cwd: string;
  readonly session: string | undefined;
  readonly answer: Answer;
  readonly before: ReadonlySet<string>;
}

const mostKept = 50;

export function lastingAnswers({ by, places }: LastingAnswersOptions): LastingAnswers {
  const given = new Map<string, GivenAnswer>();
  return {
    add: ({ id, request: { call } }, answer) => {
      if ((answer.scope ?? 'once') === 'once') return;
      const { cwd = findPlaces(places).home, session } = call;
      const before = new Set(rememberedAnswers({ ...places, cwd }).map((one) => one.id));
      putBounded(given, [id, { cwd, session, answer, before }], mostKept);
    },
    undo: async (id) => {
      const one = given.get(id);
      if (one === undefined) throw new Refused('This answer can no longer be undone.');
      const options = { ...places, cwd: one.cwd };
      const made = rememberedAnswers(options).filter((each) => isOf(one, each));
      // The agent stores it as soon as it has read the answer.
      if (made.length === 0) throw new Refused('The agent has not remembered this answer.');
      for (const each of made) await revokeRemembered(each, { by, from: 'console' }, options);
      given.delete(id);
    },
  };
}

/** A grant newer than the answer and with the same content: another page may have answered something else since. */
function isOf(
  { answer, session, before }: GivenAnswer,
  made: ReturnType<typeof rememberedAnswers>[number],
): boolean {
  const scope = typeof answer.scope === 'object' ? 'session' : answer.scope;
  return (
    !before.has(made.id) &&
    made.verdict === answer.verdict &&
    made.scope === scope &&
    (scope !== 'session' || made.session === session) &&
    (answer.rules === undefined || made.rules.every((rule) => answer.rules?.includes(rule) === true))
  );
}
