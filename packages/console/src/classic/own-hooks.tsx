import { useCallback, useEffect, useState } from 'react';
import { ownTargets, type OwnTarget } from '@permesso/protocol/console/team-grants';
import { visible } from '@permesso/protocol/text/show-text';
import { get, send } from '../api.ts';
import { errorText } from '../format.ts';

const names = { webhook: 'Webhook', slack: 'Slack message', mail: 'Mail' } as const;

/** Notification targets that somebody added for the signed-in person: nothing is sent there before they confirm. */
export function OwnHooks() {
  const [waiting, setWaiting] = useState<readonly OwnTarget[]>([]);
  const [problem, setProblem] = useState('');
  const load = useCallback(async () => {
    try {
      const { hooks } = await get(ownTargets, '/v1/me/hooks');
      setWaiting(hooks.filter(({ confirmedAt }) => confirmedAt === null));
      setProblem('');
    } catch (error) {
      setProblem(errorText(error));
    }
  }, []);
  useEffect(() => void load(), []);
  async function act(method: 'POST' | 'DELETE', path: string): Promise<void> {
    try {
      await send(method, path);
    } catch (error) {
      setProblem(errorText(error));
      return;
    }
    await load();
  }
  if (waiting.length === 0 && problem === '') return null;
  return (
    <section aria-label="Notification targets to confirm">
      <h2>Confirm where you are notified</h2>
      <p className="hint">
        Somebody added these for you. Nothing is sent there until you confirm that it is yours.
      </p>
      <ul>
        {waiting.map(({ id, kind, host }) => (
          <li key={id}>
            {names[kind]} to {visible(host)}{' '}
            <button type="button" onClick={() => void act('POST', `/v1/me/hooks/${id}/confirm`)}>
              Confirm {visible(host)}
            </button>{' '}
            <button type="button" className="deny" onClick={() => void act('DELETE', `/v1/me/hooks/${id}`)}>
              Remove {visible(host)}
            </button>
          </li>
        ))}
      </ul>
      <p className="problem" role="alert">
        {problem}
      </p>
    </section>
  );
}
