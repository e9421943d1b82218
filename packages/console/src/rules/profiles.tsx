import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { profileList, type ShownProfile } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { get, send } from '../api.ts';
import { errorText } from '../format.ts';
import { rulesTexts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { Bones } from '../ui/states.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { ProfileCompare } from './profile-compare.tsx';
import { ProfileText } from './profile-text.tsx';
import { targets, targetTitle } from './targets.ts';

const texts = rulesTexts.profile;

export interface ProfilesProps {
  /** Makes a URL below a project. */
  readonly path: (path: string) => string;
  readonly onWritten: () => Promise<void>;
}

/** Named whole policies: compared before they are applied, and saved before they are replaced. */
export function Profiles({ path, onWritten }: ProfilesProps) {
  const client = useQueryClient();
  const key = ['profiles', path('')];
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: () => get(profileList, path('/api/profiles')),
    staleTime: 0,
  });
  const [chosen, setChosen] = useState<string>();
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState('');
  const reload = () => client.invalidateQueries({ queryKey: key });

  /** Reports success and failure. */
  async function run(work: () => Promise<string>): Promise<void> {
    setProblem('');
    try {
      setSaid(await work());
      await reload();
    } catch (failed) {
      setSaid('');
      setProblem(errorText(failed));
    }
  }
  if (data === undefined)
    return error === null ? <Bones /> : <p className="notice deny">{errorText(error)}</p>;
  const { profiles } = data;
  return (
    <div className="profiles sheet-form">
      <p className="prose">{texts.words}</p>
      <ul className="list-card remembered">
        {profiles.map((profile) => (
          <li key={profile.name} className="profile">
            <ProfileRow
              profile={profile}
              isOpen={chosen === profile.name}
              onCompare={() => setChosen(chosen === profile.name ? undefined : profile.name)}
              onRemove={() =>
                void run(async () => {
                  await send('POST', path('/api/profiles/remove'), { name: profile.name });
                  return texts.removed(profile.name);
                })
              }
            />
            {chosen === profile.name && (
              <ProfileCompare
                path={path}
                name={profile.name}
                onWritten={(file) =>
                  void run(async () => {
                    setChosen(undefined);
                    await onWritten();
                    return texts.written(file);
                  })
                }
              />
            )}
          </li>
        ))}
      </ul>
      <p className={said === '' ? 'sr' : 'notice'} role="status">
        {visible(said)}
      </p>
      <ProblemNotice text={problem} />
      <div className="folds">
        <Disclosure title={texts.saveTitle}>
          <Save
            onSave={(body, words) =>
              void run(async () => (await send('POST', path('/api/profiles/keep'), body), words))
            }
          />
        </Disclosure>
        <Disclosure title={texts.exchangeTitle}>
          <ProfileText path={path} profiles={profiles} onKept={reload} />
        </Disclosure>
      </div>
    </div>
  );
}

interface ProfileRowProps {
  readonly profile: ShownProfile;
  readonly isOpen: boolean;
  readonly onCompare: () => void;
  readonly onRemove: () => void;
}

function ProfileRow({ profile, isOpen, onCompare, onRemove }: ProfileRowProps) {
  const { name, from, about, usedBy } = profile;
  return (
    <div className="profile-row">
      <span className="what">
        <b>{visible(name)}</b>
        {usedBy.length > 0 && (
          <span className="tag allow">{texts.inUse(usedBy.map((to) => targetTitle(to)).join(', '))}</span>
        )}
        <span className="sub">
          {from === 'shipped' ? texts.shipped : texts.kept}
          {about !== '' && `. ${visible(about)}`}
        </span>
      </span>
      <Button isSmall aria-expanded={isOpen} aria-label={texts.compareName(name)} onClick={onCompare}>
        {texts.compare}
      </Button>
      {from === 'kept' && (
        <Button
          icon={Trash2}
          isSmall
          isIcon
          kind="ghost"
          aria-label={texts.removeName(name)}
          onClick={onRemove}
        />
      )}
    </div>
  );
}

/** Saves a file's current text under a name. */
function Save({ onSave }: { readonly onSave: (body: object, words: string) => void }) {
  const [name, setName] = useState('');
  const [to, setTo] = useState('local');
  return (
    <form
      className="sheet-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSave({ name, to }, texts.saved(name));
      }}
    >
      <div className="form-2">
        <SelectField label={texts.rulesFor} value={to} options={targets} onChange={setTo} />
        <label className="field">
          <span className="label">{texts.name}</span>
          <input
            className="input"
            aria-label={texts.nameLabel}
            placeholder={texts.nameExample}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
      </div>
      <div className="acts">
        <Button type="submit" disabled={name === ''}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
