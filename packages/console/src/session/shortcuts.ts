import { useEffect, useRef, useState } from 'react';

/** Single-key shortcuts, disabled while typing and under overlays. */
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
  /** The key pressed once, for some seconds. */
  readonly pressed: string | undefined;
  readonly press: (key: string, run: () => void) => void;
}

/** Answer keys must be pressed twice, so that a stray key answers nothing. */
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
