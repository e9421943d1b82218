import { useQuery } from '@tanstack/react-query';
import { passkeyList } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { get, send } from '../api.ts';
import { PasskeyLine } from '../passkeys/passkey-line.tsx';
import { passkeyTexts } from '../passkeys/texts.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { useAct } from '../pending/use-act.ts';

const { own: texts, others } = passkeyTexts;

export interface PersonPasskeysProps {
  readonly person: string;
  /** Their own they remove by showing one. */
  readonly isSelf: boolean;
}

export function PersonPasskeys({ person, isSelf }: PersonPasskeysProps) {
  const key = `passkeys ${person}`;
  const act = useAct(key);
  const path = `/v1/people/${person}/passkeys`;
  const { data } = useQuery({ queryKey: [key], queryFn: () => get(passkeyList, path) });
  const passkeys = data?.passkeys ?? [];
  return (
    <section className="section">
      <h2>{others.title}</h2>
      {data !== undefined && passkeys.length === 0 && <p className="small dim">{others.none}</p>}
      <ul className="card rows-card">
        {passkeys.map((passkey) => {
          const name = visible(passkey.name);
          return (
            <PasskeyLine key={passkey.id} passkey={passkey}>
              {!isSelf && (
                <ConfirmButton
                  isSmall
                  kind="danger-quiet"
                  label={texts.remove}
                  name={texts.removeName(name)}
                  question={texts.askRemove(name)}
                  words={others.removeWords}
                  action={texts.remove}
                  onYes={() => void act(() => send('DELETE', `${path}/${passkey.id}`), texts.removed(name))}
                />
              )}
            </PasskeyLine>
          );
        })}
      </ul>
    </section>
  );
}
