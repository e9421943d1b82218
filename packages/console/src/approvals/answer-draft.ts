import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answer, AnswerScope } from '@permesso/protocol/approval';
import type { InboxItem } from '@permesso/protocol/console';
import { type SaferCall, saferComment } from '@permesso/protocol/text';
import { problemCode } from '../api.ts';
import { errorText } from '../format.ts';
import { approvalsTexts } from './texts.ts';
import { answerRequest } from './answer-request.ts';
import { changedInput } from './words.ts';

/** An answer in progress. */
export interface AnswerDraft {
  readonly scope: AnswerScope;
  readonly setScope: (scope: AnswerScope) => void;
  readonly rules: readonly string[];
  readonly setRules: (rules: readonly string[]) => void;
  /** Hours until the rule expires; 0: never. */
  readonly hours: number;
  readonly setHours: (hours: number) => void;
  readonly message: string;
  readonly setMessage: (text: string) => void;
  /** The call as edited. */
  readonly edited: string | undefined;
  readonly setEdited: (text: string) => void;
  readonly problem: string;
  /** A passkey is required, and the person has none. */
  readonly lacksPasskey: boolean;
  /** Not read to the end, or shown only a moment ago. */
  readonly isLocked: boolean;
  readonly isSeen: boolean;
  readonly onSeen: () => void;
  readonly approve: () => void;
  readonly deny: (lasts: AnswerScope) => void;
  /** Denies, and tells the agent which call to make instead. */
  readonly suggest: (safer: SaferCall) => void;
  readonly takeFurther: (offer: FurtherOffer) => void;
}

/** Further options of the request: closed hosts to open, sources of earlier input to trust. */
export type FurtherOffer = 'hosts' | 'sources';

/** With the request, if its answer lasts: it can be undone. */
export type OnAnswered = (words: string, lasting?: string) => void;

/** Answers this soon after a request appears were meant for something else. */
const tooSoon = 600;

export function useAnswer(item: InboxItem, onDone: OnAnswered): AnswerDraft {
  const [isSeen, setSeen] = useState(false);
  const onSeen = useCallback(() => setSeen(true), []);
  const [isReady, setReady] = useState(false);
  const [scope, setScope] = useState<AnswerScope>('once');
  const [rules, setRules] = useState<readonly string[]>(item.suggestions[0]?.rules ?? []);
  const [hours, setHours] = useState(0);
  const [message, setMessage] = useState('');
  const [edited, setEdited] = useState<string>();
  const [problem, setProblem] = useState('');
  const [lacksPasskey, setLacksPasskey] = useState(false);
  const isSent = useRef(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), tooSoon);
    return () => clearTimeout(timer);
  }, []);
  const isLocked = !isSeen || !isReady;

  async function say(answer: Answer): Promise<void> {
    if (isSent.current) return;
    isSent.current = true;
    try {
      const words = await answerRequest(item, answer);
      const isLasting = (answer.scope ?? 'once') !== 'once';
      onDone(words, isLasting && item.team === undefined ? item.id : undefined);
    } catch (error) {
      setProblem(errorText(error));
      setLacksPasskey(problemCode(error) === 'no-passkey');
    } finally {
      isSent.current = false;
    }
  }

  function approve(): void {
    if (isLocked) return;
    const input = edited === undefined ? undefined : changedInput(item, edited);
    if (input === null) return setProblem(approvalsTexts.edit.notAnObject);
    const kept = rules.map((rule) => rule.trim()).filter((rule) => rule !== '');
    void say({
      verdict: 'allow',
      scope,
      ...(scope === 'once' || kept.length === 0 ? {} : { rules: kept }),
      ...(scope === 'once' || hours === 0 ? {} : { until: Date.now() + hours * 3_600_000 }),
      ...(input === undefined ? {} : { input }),
    });
  }

  function deny(lasts: AnswerScope): void {
    void say({
      verdict: 'deny',
      ...(message === '' ? {} : { comment: message }),
      ...(lasts === 'once' ? {} : { scope: lasts }),
    });
  }

  function suggest(safer: SaferCall): void {
    void say({ verdict: 'deny', comment: saferComment(safer) });
  }

  function takeFurther(offer: FurtherOffer): void {
    const names = item[offer];
    if (!isLocked && names !== undefined) void say({ verdict: 'allow', [offer]: names });
  }

  return {
    scope,
    setScope,
    rules,
    setRules,
    hours,
    setHours,
    message,
    setMessage,
    edited,
    setEdited,
    problem,
    lacksPasskey,
    isLocked,
    isSeen,
    onSeen,
    approve,
    deny,
    suggest,
    takeFurther,
  };
}
