import { passkeyList } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { send } from '../../api.ts';
import { PasskeyLine } from './passkey-line.tsx';
import { passkeyTexts } from './texts.ts';
import type { PlaceProps } from '../../plugin.ts';
import { useGet } from '../../session/use-get.ts';
import { RemoveButton } from '../../ui/confirm-button.tsx';
import { useAct } from '../../pending/use-act.ts';

const { own: texts, others } = passkeyTexts;

/** People remove their own by using one. */
export function PersonPasskeys({ person, isSelf }: PlaceProps['person']) {
  const key = `passkeys ${person}`;
  const act = useAct(key);
  const path = `/v1/people/${person}/passkeys`;
  const { data } = useGet(key, passkeyList, path);
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
                <RemoveButton
                  name={texts.removeName(name)}
                  question={texts.askRemove(name)}
                  words={others.removeWords}
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
