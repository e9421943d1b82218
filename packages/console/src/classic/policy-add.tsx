import { useEffect, useRef, useState } from 'react';
import { policyVersion, addedVersion } from '@permesso/protocol/console/policy';
import { visible } from '@permesso/protocol/text/show-text';
import { get, post } from '../api.ts';
import { ImportExport } from './exchange.tsx';
import { errorText } from '../format.ts';

export interface AddVersionProps {
  readonly project: string;
  /** The version in force: what is written begins as its text. */
  readonly current: number | null;
  readonly onAdded: () => Promise<void>;
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

/** A new version from text. It is compiled, tested and compared; nobody obeys it before it is published. */
export function AddVersion({ project, current, onAdded }: AddVersionProps) {
  const text = useRef<HTMLTextAreaElement>(null);
  const note = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (isOpen) begin().catch((error: unknown) => setProblem(errorText(error)));
  }, [isOpen]);

  async function begin(): Promise<void> {
    const path = `/v1/projects/${project}/policies/${current}`;
    const first = current === null ? beginning : (await get(policyVersion, path)).text;
    // What somebody has written stays.
    if (text.current?.value === '') text.current.value = first;
  }

  async function add(): Promise<void> {
    try {
      const body = { text: text.current?.value ?? '', note: note.current?.value ?? '' };
      if (body.note.trim() === '') throw new Error('Say in a few words what it is for.');
      const added = await post(addedVersion, `/v1/projects/${project}/policies`, body);
      setProblem('');
      setSaid(
        added.objection === null
          ? `Version ${added.number} was added. Nobody obeys it before it is published.`
          : `Version ${added.number} was added, and cannot be published: ${added.objection}.`,
      );
      await onAdded();
    } catch (error) {
      setSaid('');
      setProblem(errorText(error));
    }
  }

  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Add a version</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <label className="wide">
          Policy, as YAML
          <textarea ref={text} rows={14} spellCheck={false} />
        </label>
        <label className="wide">
          What it is for
          <input ref={note} placeholder="Ask before anything is published." />
        </label>
        <button type="submit">Add this version</button>
      </form>
      <ImportExport
        path={(path) => `${path}?project=${project}`}
        writes={false}
        onTake={(policy) => {
          if (text.current !== null) text.current.value = policy;
        }}
      />
      <p role="status">{said}</p>
      <pre className="problem" role="alert">
        {problem.split('\n').map(visible).join('\n')}
      </pre>
    </details>
  );
}
