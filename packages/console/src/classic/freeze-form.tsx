import { useRef, useState } from 'react';
import { visible } from '@permesso/protocol/text/show-text';

export interface FreezeFormProps {
  /** What is frozen, in words: `project shop`. */
  readonly name: string;
  /** Why it is frozen now. */
  readonly frozen: string | null;
  readonly isAllowed: boolean;
  /** With a reason; null ends it. */
  readonly onFreeze: (reason: string | null) => void;
}

/** A reason is always given: agents and people are told it. */
export function FreezeForm({ name, frozen, isAllowed, onFreeze }: FreezeFormProps) {
  const reason = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  return (
    <form
      className="freeze"
      onSubmit={(event) => {
        event.preventDefault();
        const words = reason.current?.value.trim() ?? '';
        setProblem(words === '' ? 'Say why.' : '');
        if (words !== '') onFreeze(words);
      }}
    >
      <span className="what">{name}</span>
      {frozen !== null && <span className="frozen">frozen: {visible(frozen)}</span>}
      {frozen !== null && isAllowed && (
        <button type="button" onClick={() => onFreeze(null)} aria-label={`Unfreeze ${name}`}>
          Unfreeze
        </button>
      )}
      {frozen === null && isAllowed && (
        <>
          <input ref={reason} aria-label={`Why ${name} is frozen`} placeholder="Why" maxLength={500} />
          <button type="submit" className="deny" aria-label={`Freeze ${name}`}>
            Freeze
          </button>
        </>
      )}
      {frozen === null && !isAllowed && <span className="hint">not frozen</span>}
      <span className="problem" role="alert">
        {problem}
      </span>
    </form>
  );
}
