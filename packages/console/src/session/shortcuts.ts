import { useEffect, useRef, useState } from 'react';

/** Single keys, as long as nobody types and nothing lies above the page. */
export function useShortcuts(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (isTyping(event.target) || document.querySelector('[role="dialog"], [role="menu"]') !== null) return;
      const run = latest.current[event.key];
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}

const forgetAfter = 3000;

export interface Twice {
  /** What was pressed once, for some seconds. */
  readonly pressed: string | undefined;
  readonly press: (key: string, run: () => void) => void;
}

/** A key that answers is pressed twice: one that strayed here answers nothing. */
export function useTwice(): Twice {
  const [pressed, setPressed] = useState<string>();
  useEffect(() => {
    if (pressed === undefined) return undefined;
    const timer = setTimeout(() => setPressed(undefined), forgetAfter);
    return () => clearTimeout(timer);
  }, [pressed]);
  return {
    pressed,
    press: (key, run) => {
      setPressed(pressed === key ? undefined : key);
      if (pressed === key) run();
    },
  };
}
