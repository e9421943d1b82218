import { useLayoutEffect, useRef, useState } from 'react';

export interface ConfirmActionProps {
  readonly label: string;
  /** What happens, asked once more. */
  readonly question: string;
  readonly onYes: () => void;
}

/** A button for what concerns everybody: it asks once more, and a stray key answers no. */
export function ConfirmAction({ label, question, onYes }: ConfirmActionProps) {
  const [isAsked, setAsked] = useState(false);
  const yes = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  useLayoutEffect(() => {
    // Keyboard users stay where they are.
    if (isAsked) yes.current?.focus();
    else if (wasAsked.current) first.current?.focus();
    wasAsked.current = isAsked;
  }, [isAsked]);
  if (!isAsked)
    return (
      <button type="button" ref={first} onClick={() => setAsked(true)}>
        {label}
      </button>
    );
  return (
    <span
      className="sure"
      role="group"
      aria-label={question}
      onKeyDown={(event) => event.key === 'Escape' && setAsked(false)}
    >
      {question}{' '}
      <button
        type="button"
        className="yes"
        ref={yes}
        onClick={() => {
          setAsked(false);
          onYes();
        }}
      >
        Yes
      </button>{' '}
      <button type="button" onClick={() => setAsked(false)}>
        No
      </button>
    </span>
  );
}
