import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { type ListedPasskey, ownPasskeys, type TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { AdminCard } from '../ui/admin-card.tsx';
import { useAct } from '../pending/use-act.ts';
import { get, problemCode, send } from '../api.ts';
import { signOut } from '../notifications/sign-out.ts';
import { useSession } from '../session/session.ts';
import { errorText } from '../format.ts';
import { passkeyTexts } from '../passkeys/texts.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { FormSheet } from '../ui/form-sheet.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Bones } from '../ui/states.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { registerPasskey, showPasskey } from '../passkeys/browser-passkey.ts';
import { PasskeyLine } from '../passkeys/passkey-line.tsx';

const texts = passkeyTexts.own;
const key = 'own-passkeys';
const ruleTexts = { required: 'required', 'when-registered': 'whenRegistered' } as const;

/** The passkeys of the signed-in person. */
export function OwnPasskeys({ who }: { readonly who: TeamWho }) {
  const act = useAct(key);
  const [renamed, setRenamed] = useState<ListedPasskey>();
  const { data, error } = useQuery({ queryKey: [key], queryFn: () => get(ownPasskeys, '/v1/me/passkeys') });
  async function remove(id: string): Promise<void> {
    const passkey = await showPasskey({ act: 'remove', subject: id, said: {} });
    await send('POST', `/v1/me/passkeys/${id}/remove`, { passkey });
  }
  return (
    <>
      <AdminCard texts={texts}>
        {data === undefined && error === null && <Bones rows={2} />}
        {error !== null && (
          <div className="padded">
            <ProblemNotice text={errorText(error)} />
          </div>
        )}
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
              <ConfirmButton
                isSmall
                kind="danger-quiet"
                label={texts.remove}
                name={texts.removeName(visible(passkey.name))}
                question={texts.askRemove(visible(passkey.name))}
                words={texts.removeWords}
                action={texts.remove}
                onYes={() => void act(() => remove(passkey.id), texts.removed(visible(passkey.name)))}
              />
            </PasskeyLine>
          ))}
        </ul>
        {data?.isPossible === true && <AddPasskey who={who} />}
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

function AddPasskey({ who }: { readonly who: TeamWho }) {
  const client = useQueryClient();
  const say = useToasts();
  const { onLook } = useSession();
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
      <Button type="submit" disabled={name.trim() === ''}>
        <Fingerprint className="i" aria-hidden />
        {texts.add}
      </Button>
      <ProblemNotice text={problem} />
      {isOld && problem !== '' && (
        <Button onClick={() => void signOut().finally(onLook)}>{texts.signIn}</Button>
      )}
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
      leave={texts.cancel}
      save={texts.save}
      isIncomplete={name.trim() === ''}
      onSubmit={submit}
    >
      <TextField label={texts.name} value={name} maxLength={60} onChange={setName} />
    </FormSheet>
  );
}
