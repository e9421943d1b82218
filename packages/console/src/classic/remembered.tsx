import { useCallback, useEffect, useState } from 'react';
import { rememberedAnswers, type RememberedRow } from '@permesso/protocol/console/rules';
import { visible } from '@permesso/protocol/text/show-text';
import { get, send } from '../api.ts';
import { VerdictMark } from './verdict.tsx';
import { countText, errorText } from '../format.ts';

/** Answers that agents remember beside the rules, and a way to take each of them back. */
export function Remembered() {
  const [answers, setAnswers] = useState<readonly RememberedRow[]>([]);
  const [problem, setProblem] = useState('');
  const load = useCallback(async () => {
    try {
      setAnswers((await get(rememberedAnswers, '/api/remembered')).answers);
    } catch (error) {
      setProblem(errorText(error));
    }
  }, []);
  useEffect(() => void load(), [load]);

  async function takeBack(id: string): Promise<void> {
    try {
      await send('POST', '/api/remembered/take-back', { id });
      setProblem('');
    } catch (error) {
      setProblem(errorText(error));
    }
    await load();
  }

  if (answers.length === 0 && problem === '') return null;
  return (
    <>
      <h2>Remembered answers</h2>
      <p className="problem" role="alert">
        {problem}
      </p>
      <ul className="list">
        {answers.map((answer) => (
          <li key={answer.id}>
            <VerdictMark verdict={answer.verdict} /> <code>{visible(answer.what)}</code>{' '}
            <span className="note">{visible(lifeOf(answer))}</span>{' '}
            {answer.staysBecause === undefined ? (
              <button
                type="button"
                aria-label={`Take back ${answer.what}`}
                onClick={() => void takeBack(answer.id)}
              >
                Take back
              </button>
            ) : (
              <span className="hint">{answer.staysBecause}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function lifeOf({ scope, session, project, hits, left, expires }: RememberedRow): string {
  return [
    session === undefined ? `for the ${scope}` : `for the session ${session}`,
    ...(project === undefined ? [] : [`in ${project}`]),
    ...(hits === undefined ? [] : [hits === 0 ? 'never used' : `used ${countText(hits, 'time')}`]),
    ...(left === undefined ? [] : [`${left} left`]),
    ...(expires === undefined ? [] : [`until ${expires}`]),
  ].join(', ');
}
