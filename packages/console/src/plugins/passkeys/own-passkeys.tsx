import { useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { type ListedPasskey, ownPasskeys } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { AdminCard } from '../../ui/admin-card.tsx';
import { useAct } from '../../pending/use-act.ts';
import { problemCode, send } from '../../api.ts';
import type { PlaceProps } from '../../plugin.ts';
import { useGet } from '../../session/use-get.ts';
import { errorText } from '../../format.ts';
import { passkeyTexts } from './texts.ts';
import { Button } from '../../ui/button.tsx';
import { RemoveButton } from '../../ui/confirm-button.tsx';
import { FormSheet } from '../../ui/form-sheet.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Bones } from '../../ui/states.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useToasts } from '../../ui/toasts.tsx';
import { registerPasskey, showPasskey } from './browser-passkey.ts';
import { PasskeyLine } from './passkey-line.tsx';

const texts = passkeyTexts.own;
const key = 'own-passkeys';
const ruleTexts = { required: 'required', 'when-registered': 'whenRegistered' } as const;

/** The passkeys of the signed-in person. */
export function OwnPasskeys(props: PlaceProps['account']) {
  const act = useAct(key);
  const [renamed, setRenamed] = useState<ListedPasskey>();
  const { data, error } = useGet(key, ownPasskeys, '/v1/me/passkeys');
  async function remove(id: string): Promise<void> {
    const passkey = await showPasskey({ act: 'remove', subject: id, said: {} });
    await send('POST', `/v1/me/passkeys/${id}/remove`, { passkey });
  }
  return (
    <>
      <AdminCard texts={texts} problem={error === null ? '' : errorText(error)}>
        {data === undefined && error === null && <Bones rows={2} />}
        {data !== undefined && (
          <p className="padded small dim lined">
            {data.passkeys.length > 0 ? texts.some : `${texts.none} ${texts[ruleTexts[data.rule]]}`}
          </p>
        )}
        <ul>
          {(data?.passkeys ?? []).map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey}>
              <Button
                isSmall
                aria-label={texts.renameName(visible(passkey.name))}
                onClick={() => setRenamed(passkey)}
              >
                {texts.rename}
              </Button>
              <RemoveButton
                name={texts.removeName(visible(passkey.name))}
                question={texts.askRemove(visible(passkey.name))}
                words={texts.removeWords}
                onYes={() => void act(() => remove(passkey.id), texts.removed(visible(passkey.name)))}
              />
            </PasskeyLine>
          ))}
        </ul>
        {data?.isPossible === true && <AddPasskey {...props} />}
        {data?.isPossible === false && (
          <div className="padded">
            <p className="notice ask">{texts.impossible}</p>
          </div>
        )}
      </AdminCard>
      {renamed !== undefined && <RenameSheet passkey={renamed} onClose={() => setRenamed(undefined)} />}
    </>
  );
}

function AddPasskey({ who, onSignInAgain }: PlaceProps['account']) {
  const client = useQueryClient();
  const say = useToasts();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const [isOld, setOld] = useState(false);
  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    const chosen = name.trim();
    try {
      await registerPasskey(chosen, who.person);
      setProblem('');
      setName('');
      say({ text: texts.added(chosen) });
    } catch (error) {
      setProblem(errorText(error));
      setOld(problemCode(error) === 'sign-in-again');
    }
    await client.invalidateQueries({ queryKey: [key] });
  }
  return (
    <form className="form-line padded" onSubmit={(event) => void add(event)}>
      <TextField label={texts.newName} value={name} maxLength={60} hint={texts.nameHint} onChange={setName} />
      <Button icon={Fingerprint} type="submit" disabled={name.trim() === ''}>
        {texts.add}
      </Button>
      <ProblemNotice text={problem} />
      {isOld && problem !== '' && <Button onClick={onSignInAgain}>{texts.signIn}</Button>}
    </form>
  );
}

interface RenameSheetProps {
  readonly passkey: ListedPasskey;
  readonly onClose: () => void;
}

function RenameSheet({ passkey, onClose }: RenameSheetProps) {
  const act = useAct(key);
  const [name, setName] = useState(passkey.name);
  async function submit(): Promise<void> {
    const chosen = name.trim();
    const put = (): Promise<void> => send('PUT', `/v1/me/passkeys/${passkey.id}`, { name: chosen });
    if (await act(put, texts.renamed(chosen))) onClose();
  }
  return (
    <FormSheet
      title={texts.renameTitle}
      onClose={onClose}
      save={texts.save}
      isIncomplete={name.trim() === ''}
      onSubmit={submit}
    >
      <TextField label={texts.name} value={name} maxLength={60} onChange={setName} />
    </FormSheet>
  );
}
