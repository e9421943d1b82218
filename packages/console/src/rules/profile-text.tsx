import { useState } from 'react';
import { exportedText, savedProfile, type ShownLosses, type ShownProfile } from '@permesso/protocol/console';
import { post } from '../api.ts';
import { errorText } from '../format.ts';
import { rulesTexts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextAreaField } from '../ui/fields/text-area-field.tsx';
import { Losses } from './losses.tsx';
import { useFormats } from './use-exchange.ts';

const texts = rulesTexts.profile;

export interface ProfileTextProps {
  readonly path: (path: string) => string;
  readonly profiles: readonly ShownProfile[];
  readonly onKept: () => Promise<void>;
}

/** Imports and exports a profile as text, also in other programs' formats. */
export function ProfileText({ path, profiles, onKept }: ProfileTextProps) {
  const formats = useFormats();
  const [format, setFormat] = useState('profile');
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [losses, setLosses] = useState<ShownLosses>();
  const [problem, setProblem] = useState('');
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
    const kept = await post(savedProfile, path('/api/profiles/keep'), { name, format, text });
    await onKept();
    return kept.losses;
  };
  const write = async (): Promise<ShownLosses> => {
    const written = await post(exportedText, path('/api/profiles/export'), { name, format });
    setText(written.text);
    return written.losses;
  };
  return (
    <div className="sheet-form">
      <div className="form-2">
        <label className="field">
          <span className="label">{texts.profile}</span>
          <input
            className="input"
            aria-label={texts.profile}
            list="profile-names"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <datalist id="profile-names">
            {profiles.map((profile) => (
              <option key={profile.name} value={profile.name} />
            ))}
          </datalist>
        </label>
        <SelectField
          label={texts.format}
          value={format}
          options={formats.map((each) => ({ value: each.name, title: each.title }))}
          onChange={setFormat}
        />
      </div>
      <TextAreaField label={texts.text} rows={8} value={text} onChange={setText} />
      <div className="acts">
        <Button
          disabled={!isKnown || (format !== 'profile' && chosen?.writes !== true)}
          onClick={() => void run(write)}
        >
          {texts.export}
        </Button>
        <Button
          disabled={name === '' || text === '' || chosen?.reads !== true}
          onClick={() => void run(read)}
        >
          {texts.import}
        </Button>
      </div>
      <ProblemNotice text={problem} />
      <Losses losses={losses} />
    </div>
  );
}
