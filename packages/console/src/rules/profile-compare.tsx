import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type PolicyPreview, policyPreview } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { post, send } from '../api.ts';
import { errorText } from '../format.ts';
import { rulesTexts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { Bones } from '../ui/states.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Changes } from './changes.tsx';
import { targets } from './targets.ts';

const texts = rulesTexts.profile;

export interface ProfileCompareProps {
  readonly name: string;
  readonly path: (path: string) => string;
  readonly onWritten: (file: string) => void;
}

/** Looser and stricter changes, before anything is written. */
export function ProfileCompare({ name, path, onWritten }: ProfileCompareProps) {
  const [to, setTo] = useState('local');
  const [keepAs, setKeepAs] = useState(`before-${name}`);
  const [problem, setProblem] = useState('');
  const { data, error } = useQuery({
    queryKey: ['profile-compare', path(''), name, to],
    queryFn: () => post(policyPreview, path('/api/profiles/preview'), { name, to }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  async function write({ digest, file }: PolicyPreview): Promise<void> {
    try {
      await send('POST', path('/api/profiles/apply'), { name, to, digest, keepAs });
      onWritten(file);
    } catch (failed) {
      setProblem(errorText(failed));
    }
  }
  return (
    <div className="sheet-form compare">
      <SelectField label={texts.forWhom} value={to} options={targets} onChange={setTo} />
      <ProblemNotice text={problem || (error === null ? '' : errorText(error))} />
      {data === undefined && error === null && <Bones rows={3} />}
      {data !== undefined && (
        <>
          <Changes preview={data} />
          {!data.isNew && (
            <label className="field">
              <span className="label">{texts.keepAs}</span>
              <input className="input" value={keepAs} onChange={(event) => setKeepAs(event.target.value)} />
            </label>
          )}
          <div className="acts">
            <Button kind="primary" onClick={() => void write(data)}>
              <span className="cut">
                {data.isNew ? texts.write(visible(data.file)) : texts.replace(visible(data.file))}
              </span>
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
