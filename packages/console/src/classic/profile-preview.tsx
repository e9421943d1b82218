import { useEffect, useState } from 'react';
import { policyPreview, type PolicyPreview } from '@permesso/protocol/console/profiles';
import { visible } from '@permesso/protocol/text/show-text';
import { post, send } from '../api.ts';
import { PolicyChanges } from './policy-changes.tsx';
import { TargetSelect } from './target-select.tsx';
import { errorText } from '../format.ts';

export interface ProfilePreviewProps {
  readonly name: string;
  readonly path: (path: string) => string;
  readonly onWritten: (file: string) => void;
}

/** What would become looser and what stricter, before anything is written. */
export function ProfilePreview({ name, path, onWritten }: ProfilePreviewProps) {
  const [to, setTo] = useState('local');
  const [preview, setPreview] = useState<PolicyPreview>();
  const [keepAs, setKeepAs] = useState(`before-${name}`);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let isOver = false;
    setPreview(undefined);
    setProblem('');
    post(policyPreview, path('/api/profiles/preview'), { name, to }).then(
      (found) => isOver || setPreview(found),
      (error: unknown) => isOver || setProblem(errorText(error)),
    );
    return () => {
      isOver = true;
    };
  }, [name, to]);

  async function write({ digest, file }: PolicyPreview): Promise<void> {
    try {
      await send('POST', path('/api/profiles/apply'), { name, to, digest, keepAs });
      onWritten(file);
    } catch (error) {
      setProblem(errorText(error));
    }
  }

  return (
    <div className="question">
      <div className="add">
        <TargetSelect label="For" to={to} onChange={setTo} />
      </div>
      <p className="problem" role="alert">
        {visible(problem)}
      </p>
      {preview === undefined && problem === '' && <p>Comparing…</p>}
      {preview !== undefined && (
        <>
          <PolicyChanges preview={preview} />
          <div className="add">
            {!preview.isNew && (
              <label>
                Keep what is there now as{' '}
                <input value={keepAs} onChange={(event) => setKeepAs(event.currentTarget.value)} />
              </label>
            )}
            <button type="button" className="allow" onClick={() => void write(preview)}>
              {preview.isNew ? 'Write' : 'Replace'} {visible(preview.file)}
            </button>
          </div>
        </>
      )}
    </div>
  );
}
