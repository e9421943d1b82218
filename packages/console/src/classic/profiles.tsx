import { useCallback, useEffect, useState } from 'react';
import {
  exportedText,
  formatList,
  type ListedFormat,
  type ShownLosses,
} from '@permesso/protocol/console/exchange';
import { profileList, savedProfile, type ShownProfile } from '@permesso/protocol/console/profiles';
import { visible } from '@permesso/protocol/text/show-text';
import { get, post, send } from '../api.ts';
import { Losses } from './losses.tsx';
import { ProfilePreview } from './profile-preview.tsx';
import { TargetSelect } from './target-select.tsx';
import { targets } from './targets.ts';
import { errorText } from '../format.ts';

export interface ProfilesProps {
  /** The address below a project. */
  readonly path: (path: string) => string;
  readonly onWritten: () => Promise<void>;
}

/** Whole policies by name: compared before they are written, kept before they are replaced. */
export function Profiles({ path, onWritten }: ProfilesProps) {
  const [profiles, setProfiles] = useState<readonly ShownProfile[]>([]);
  const [chosen, setChosen] = useState<string>();
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState('');
  const load = useCallback(async () => {
    setProfiles((await get(profileList, path('/api/profiles'))).profiles);
  }, []);

  /** What went wrong is said; what was done as well. */
  async function run(work: () => Promise<string>): Promise<void> {
    setProblem('');
    try {
      setSaid(await work());
      await load();
    } catch (error) {
      setSaid('');
      setProblem(errorText(error));
    }
  }

  return (
    <details
      className="profiles"
      onToggle={(event) => event.currentTarget.open && profiles.length === 0 && void run(async () => '')}
    >
      <summary>Profiles</summary>
      <p>
        A profile is a whole policy under a name. Before one is written, you see what would become looser or
        stricter here.
      </p>
      <ul className="list">
        {profiles.map((profile) => (
          <li key={profile.name}>
            <strong>{visible(profile.name)}</strong>{' '}
            <span className="note">
              {profile.from === 'shipped' ? 'comes with Permesso' : 'kept by you'}
              {profile.usedBy.length > 0 && `, in use for ${wordsFor(profile.usedBy)}`}
              {profile.about !== '' && `. ${visible(profile.about)}`}
            </span>
            <span className="buttons">
              <button
                type="button"
                aria-expanded={chosen === profile.name}
                onClick={() => setChosen(chosen === profile.name ? undefined : profile.name)}
                aria-label={`Compare ${profile.name}`}
              >
                Compare
              </button>
              {profile.from === 'kept' && (
                <button
                  type="button"
                  aria-label={`Remove the profile ${profile.name}`}
                  onClick={() =>
                    void run(async () => {
                      await send('POST', path('/api/profiles/remove'), { name: profile.name });
                      return `Removed ${profile.name}.`;
                    })
                  }
                >
                  Remove
                </button>
              )}
            </span>
            {chosen === profile.name && (
              <ProfilePreview
                path={path}
                name={profile.name}
                onWritten={(file) =>
                  void run(async () => {
                    setChosen(undefined);
                    await onWritten();
                    return `Written to ${file}.`;
                  })
                }
              />
            )}
          </li>
        ))}
      </ul>
      <p role="status">{visible(said)}</p>
      <p className="problem" role="alert">
        {visible(problem)}
      </p>
      <Keep
        onKeep={(body, words) =>
          run(async () => (await send('POST', path('/api/profiles/keep'), body), words))
        }
      />
      <Carry path={path} profiles={profiles} onKept={load} />
    </details>
  );
}

function wordsFor(used: ShownProfile['usedBy']): string {
  return targets
    .filter(({ to }) => used.includes(to))
    .map(({ words }) => words)
    .join(', ');
}

interface KeepProps {
  readonly onKeep: (body: object, words: string) => Promise<void>;
}

/** What a file says now, under a name. */
function Keep({ onKeep }: KeepProps) {
  const [name, setName] = useState('');
  const [to, setTo] = useState('local');
  return (
    <form
      className="add"
      onSubmit={(event) => {
        event.preventDefault();
        void onKeep({ name, to }, `Kept as ${name}.`);
      }}
    >
      <TargetSelect label="Keep the rules for" to={to} onChange={setTo} />
      <label>
        as{' '}
        <input value={name} placeholder="frontend" onChange={(event) => setName(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={name === ''}>
        Keep as a profile
      </button>
    </form>
  );
}

interface CarryProps extends Pick<ProfilesProps, 'path'> {
  readonly profiles: readonly ShownProfile[];
  readonly onKept: () => Promise<void>;
}

/** A profile from a text or as a text, also in the words of other programs. */
function Carry({ path, profiles, onKept }: CarryProps) {
  const [formats, setFormats] = useState<readonly ListedFormat[]>([]);
  const [format, setFormat] = useState('profile');
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [losses, setLosses] = useState<ShownLosses>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    void get(formatList, '/api/formats').then((list) => setFormats(list.formats));
  }, []);
  const chosen = formats.find((each) => each.name === format);
  const isKnown = profiles.some((profile) => profile.name === name);

  async function run(work: () => Promise<ShownLosses>): Promise<void> {
    setProblem('');
    setLosses(undefined);
    try {
      setLosses(await work());
    } catch (error) {
      setProblem(errorText(error));
    }
  }

  const read = async (): Promise<ShownLosses> => {
    const kept = await post(savedProfile, path('/api/profiles/keep'), {
      name,
      format,
      text,
    });
    await onKept();
    return kept.losses;
  };
  const write = async (): Promise<ShownLosses> => {
    const written = await post(exportedText, path('/api/profiles/export'), { name, format });
    setText(written.text);
    return written.losses;
  };

  return (
    <details>
      <summary>Hand a profile on, or take one over</summary>
      <div className="add">
        <label>
          Profile{' '}
          <input value={name} list="profile-names" onChange={(event) => setName(event.currentTarget.value)} />
          <datalist id="profile-names">
            {profiles.map((profile) => (
              <option key={profile.name} value={profile.name} />
            ))}
          </datalist>
        </label>
        <label>
          in the words of{' '}
          <select value={format} onChange={(event) => setFormat(event.currentTarget.value)}>
            {formats.map((each) => (
              <option key={each.name} value={each.name}>
                {each.title}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          disabled={!isKnown || (format !== 'profile' && chosen?.writes !== true)}
          onClick={() => void run(write)}
        >
          Write the profile below
        </button>
        <button
          type="button"
          disabled={name === '' || text === '' || chosen?.reads !== true}
          onClick={() => void run(read)}
        >
          Keep the text below as a profile
        </button>
      </div>
      <textarea
        aria-label="The profile as a text"
        rows={8}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p className="problem" role="alert">
        {visible(problem)}
      </p>
      <Losses losses={losses} />
    </details>
  );
}
