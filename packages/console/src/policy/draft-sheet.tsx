import { useEffect, useState } from 'react';
import { addedVersion, policyVersion } from '@permesso/protocol/console';
import { get, post } from '../api.ts';
import { errorText } from '../format.ts';
import { Exchange } from '../rules/exchange.tsx';
import { policyTexts as texts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { shownText } from '../ui/command-text.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { TextAreaField } from '../ui/fields/text-area-field.tsx';
import type { PolicyState } from './policy-state.ts';

export interface DraftSheetProps {
  readonly state: PolicyState;
  /** The active version: a draft starts from its text. */
  readonly current: number | null;
}

const beginning = `allow:
  - Read
ask:
  - Bash(git push:*)
deny:
  - Bash(sudo:*)
tests:
  - { call: Bash(git push), expect: ask }
  - { call: Bash(sudo ls), expect: deny }
`;

/** Adds a version. It is compiled, tested and compared; it is not enforced until it is rolled out. */
export function DraftSheet({ state, current }: DraftSheetProps) {
  const { project, go, reload } = state;
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState('');
  const path = `/v1/projects/${project}/policies`;
  useEffect(() => {
    const begin = async (): Promise<string> =>
      current === null ? beginning : (await get(policyVersion, `${path}/${current}`)).text;
    // Never overwrites text that a person has typed.
    begin().then(
      (first) => setText((now) => (now === '' ? first : now)),
      (error: unknown) => setProblem(errorText(error)),
    );
  }, []);

  async function add(): Promise<void> {
    try {
      if (note.trim() === '') throw new Error(texts.draft.noNote);
      const { number, objection } = await post(addedVersion, path, { text, note });
      setProblem('');
      setSaid(objection === null ? texts.draft.added(number) : texts.draft.blocked(number, objection));
      await reload();
      go({ version: String(number), tab: '' });
    } catch (error) {
      setSaid('');
      setProblem(errorText(error));
    }
  }
  return (
    <Sheet
      title={texts.draft.title}
      onClose={() => go({ sheet: '' })}
      foot={
        <>
          <span className="small dim hide-phone">{texts.draft.foot}</span>
          <div className="end">
            <Button kind="primary" onClick={() => void add()}>
              {texts.draft.add}
            </Button>
          </div>
        </>
      }
    >
      <div className="sheet-form">
        <TextAreaField label={texts.draft.text} rows={16} value={text} onChange={setText} />
        <label className="field">
          <span className="label">{texts.draft.note}</span>
          <input
            className="input"
            placeholder={texts.draft.noteHint}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </label>
        <p role="status" className="small">
          {said}
        </p>
        {problem !== '' && (
          <pre className="notice deny policy-problem" role="alert">
            {shownText(problem)}
          </pre>
        )}
        <div className="folds">
          <Disclosure title={texts.draft.others}>
            <Exchange
              path={(to) => `${to}?project=${project}`}
              writes={false}
              onTake={{ label: texts.draft.take, take: setText }}
            />
          </Disclosure>
        </div>
      </div>
    </Sheet>
  );
}
