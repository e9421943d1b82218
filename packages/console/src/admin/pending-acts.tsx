import { useQuery } from '@tanstack/react-query';
import { pendingActs } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { get, send } from '../api.ts';
import { adminTexts } from '../texts/admin.ts';
import { Button } from '../ui/button.tsx';
import { useAct } from './use-act.ts';

const texts = adminTexts.pending;
const key = 'pending-acts';

/** What somebody asked for and a second person confirms; nothing where nothing waits. */
export function PendingActs({ person }: { readonly person: string }) {
  const act = useAct(key);
  const { data } = useQuery({
    queryKey: [key],
    queryFn: () => get(pendingActs, '/v1/pending-acts'),
    staleTime: 0,
  });
  if (data === undefined || data.acts.length === 0) return null;
  return (
    <section className="section" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      {data.acts.map(({ id, act: name, detail, askedBy, askedByName }) => (
        <div key={id} className="notice ask">
          <p>{texts.asked(visible(name), visible(askedByName), visible(JSON.stringify(detail)))}</p>
          <div className="acts">
            {askedBy !== person && (
              <Button
                isSmall
                onClick={() =>
                  void act(() => send('POST', `/v1/pending-acts/${id}/confirm`), texts.confirmed)
                }
              >
                {texts.confirm}
              </Button>
            )}
            <Button
              isSmall
              onClick={() => void act(() => send('DELETE', `/v1/pending-acts/${id}`), texts.refused)}
            >
              {askedBy === person ? texts.withdraw : texts.refuse}
            </Button>
          </div>
        </div>
      ))}
    </section>
  );
}
