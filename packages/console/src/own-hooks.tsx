import { useCallback, useEffect, useState } from 'preact/hooks';
import { get, send, visible } from './api.ts';
import { wordsOf } from './words.ts';

interface OwnHook {
  readonly id: string;
  readonly kind: 'webhook' | 'slack' | 'mail';
  readonly host: string;
  readonly confirmedAt: string | null;
}

const names = { webhook: 'Webhook', slack: 'Slack message', mail: 'Mail' } as const;

/** Notification targets that somebody added for whoever sits here: nothing is sent there before they confirm. */
export function OwnHooks() {
  const [waiting, setWaiting] = useState<readonly OwnHook[]>([]);
  const [problem, setProblem] = useState('');
  const load = useCallback(async () => {
    try {
      const { hooks } = await get<{ readonly hooks: readonly OwnHook[] }>('/v1/me/hooks');
      setWaiting(hooks.filter(({ confirmedAt }) => confirmedAt === null));
      setProblem('');
    } catch (error) {
      setProblem(wordsOf(error));
    }
  }, []);
  useEffect(() => void load(), []);
  async function act(method: 'POST' | 'DELETE', path: string): Promise<void> {
    try {
      await send(method, path);
    } catch (error) {
      setProblem(wordsOf(error));
      return;
    }
    await load();
  }
  if (waiting.length === 0 && problem === '') return null;
  return (
    <section aria-label="Notification targets to confirm">
      <h2>Confirm where you are notified</h2>
      <p class="hint">
        Somebody added these for you. Nothing is sent there until you confirm that it is yours.
      </p>
      <ul>
        {waiting.map(({ id, kind, host }) => (
          <li key={id}>
            {names[kind]} to {visible(host)}{' '}
            <button type="button" onClick={() => void act('POST', `/v1/me/hooks/${id}/confirm`)}>
              Confirm {visible(host)}
            </button>{' '}
            <button type="button" class="deny" onClick={() => void act('DELETE', `/v1/me/hooks/${id}`)}>
              Remove {visible(host)}
            </button>
          </li>
        ))}
      </ul>
      <p class="problem" role="alert">
        {problem}
      </p>
    </section>
  );
}
