import { useQueryClient } from '@tanstack/react-query';
import { rememberedAnswers, type RememberedRow } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { send } from '../api.ts';
import { errorText } from '../format.ts';
import { rulesTexts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { Verdict } from '../ui/verdict.tsx';
import { useGet } from '../session/use-get.ts';

const texts = rulesTexts.remembered;

/** Remembered answers beside the rules, each with a way to revoke it. */
export function Remembered() {
  const client = useQueryClient();
  const say = useToasts();
  const { data, error } = useGet('remembered', rememberedAnswers, {
    path: '/api/remembered',
    refetchInterval: 10_000,
  });
  async function revoke({ id, what }: RememberedRow): Promise<void> {
    try {
      await send('POST', '/api/remembered/take-back', { id });
      say({ text: texts.revoked(what) });
    } catch (failed) {
      say({ text: errorText(failed), isProblem: true });
    }
    await client.invalidateQueries({ queryKey: ['remembered'] });
  }
  const answers = data?.answers ?? [];
  if (answers.length === 0 && error === null) return null;
  return (
    <section className="section beside">
      <h2>{texts.title}</h2>
      {error !== null && <p className="notice deny">{errorText(error)}</p>}
      <ul className="list-card remembered">
        {answers.map((answer) => (
          <li key={answer.id}>
            <Verdict verdict={answer.verdict} />
            <span className="what">
              <code>{visible(answer.what)}</code>
              <span className="sub">{visible(lifeOf(answer))}</span>
            </span>
            {answer.staysBecause === undefined ? (
              <Button isSmall aria-label={texts.revokeName(answer.what)} onClick={() => void revoke(answer)}>
                {texts.revoke}
              </Button>
            ) : (
              <span className="dim small">{answer.staysBecause}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function lifeOf({ scope, session, project, hits, left, expires }: RememberedRow): string {
  return [
    session === undefined ? texts.scope(scope) : texts.session(session),
    ...(project === undefined ? [] : [texts.project(project)]),
    ...(hits === undefined ? [] : [hits === 0 ? texts.neverUsed : texts.used(hits)]),
    ...(left === undefined ? [] : [texts.left(left)]),
    ...(expires === undefined ? [] : [texts.expires(expires)]),
  ].join(', ');
}
