import { useEffect, useState } from 'react';
import { logIntegrity, type LogIntegrityState } from '@permesso/protocol/console/activity';
import { visible } from '@permesso/protocol/text/show-text';
import { get, post } from '../api.ts';
import { countText, errorText } from '../format.ts';

/** Whether the log is whole: every entry follows from the one before, and none was taken away. */
export function LogIntegrity() {
  const [integrity, setIntegrity] = useState<LogIntegrityState>();
  const [isChecking, setChecking] = useState(false);
  const [problem, setProblem] = useState('');

  async function check(): Promise<void> {
    setChecking(true);
    try {
      setIntegrity(await post(logIntegrity, '/api/integrity', {}));
      setProblem('');
    } catch (error) {
      setProblem(errorText(error));
    }
    setChecking(false);
  }

  async function look(): Promise<void> {
    try {
      const known = await get(logIntegrity, '/api/integrity');
      setIntegrity(known);
      // A long log costs a processor's minute: only when somebody asks.
      if (known.at === undefined && known.isShort) await check();
    } catch (error) {
      setProblem(errorText(error));
    }
  }
  useEffect(() => void look(), []);

  const { result, at } = integrity ?? {};
  const words = problem || result?.problem || (result === undefined ? 'not checked yet' : wordsAbout(result));
  return (
    <div className="integrity">
      <p>
        Log: <strong className={result?.ok === false ? 'problem' : undefined}>{visible(words)}</strong>
        {at !== undefined && `, checked at ${new Date(at).toLocaleTimeString('en-GB')}`}{' '}
        <button type="button" disabled={isChecking} onClick={() => void check()}>
          {isChecking ? 'Checking…' : 'Check that the log is whole'}
        </button>
      </p>
      {result?.ok === false && (
        <ul className="problem">
          {(result.findings ?? [])
            .filter(({ severity }) => severity === 'broken')
            .slice(0, 5)
            .map(({ file, line, message }) => (
              <li key={`${file}:${line} ${message}`}>
                {visible(file)}, line {line}: {visible(message)}
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}

function wordsAbout({ ok, entries = 0 }: NonNullable<LogIntegrityState['result']>): string {
  return ok === true ? `whole, ${countText(entries, 'entry', 'entries')}` : 'not whole';
}
