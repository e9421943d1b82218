import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { ownTargets } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { send } from '../api.ts';
import { useGet } from '../session/use-get.ts';
import { errorText } from '../format.ts';
import { targetKindTitle } from '../plugin-parts/target-kinds.ts';
import { teamTexts } from '../texts/team.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';

const texts = teamTexts.targets;

/** Notification targets that somebody added for the signed-in person: nothing is sent there before they confirm. */
export function OwnHooks() {
  const [problem, setProblem] = useState('');
  const { data, error, refetch } = useGet('own-targets', ownTargets, { path: '/v1/me/hooks', staleTime: 0 });
  async function act(method: 'POST' | 'DELETE', path: string): Promise<void> {
    try {
      await send(method, path);
      setProblem('');
    } catch (failed) {
      setProblem(errorText(failed));
    }
    await refetch();
  }
  const waiting = (data?.hooks ?? []).filter(({ confirmedAt }) => confirmedAt === null);
  const wrong = problem || (error === null ? '' : errorText(error));
  if (waiting.length === 0 && wrong === '') return null;
  return (
    <section className="section beside" aria-label={texts.label}>
      <h2>{texts.title}</h2>
      <p className="small dim">{texts.words}</p>
      <ul className="list-card remembered">
        {waiting.map(({ id, kind, host }) => (
          <li key={id}>
            <BellRing className="i dimmer" aria-hidden />
            <span className="what">
              {targetKindTitle(kind)} {texts.to(visible(host))}
            </span>
            <span className="acts">
              <Button
                isSmall
                kind="danger-quiet"
                aria-label={`${texts.remove} ${visible(host)}`}
                onClick={() => void act('DELETE', `/v1/me/hooks/${id}`)}
              >
                {texts.remove}
              </Button>
              <Button
                isSmall
                aria-label={`${texts.confirm} ${visible(host)}`}
                onClick={() => void act('POST', `/v1/me/hooks/${id}/confirm`)}
              >
                {texts.confirm}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <ProblemNotice text={wrong} />
    </section>
  );
}
