import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

export interface RowWindow<T extends HTMLElement> {
  readonly list: RefObject<T | null>;
  readonly first: number;
  /** The first row that is not rendered. */
  readonly end: number;
  /** The first row on the screen. */
  readonly top: number;
}

/** Rows beyond the screen, so that arrow keys always find the next one. */
const beyond = 10;

/**
 * The rows of a long list to render: those on the screen, whichever element scrolls. All rows have the same height.
 */
export function useWindow<T extends HTMLElement>(count: number, rowHeight: number): RowWindow<T> {
  const list = useRef<T>(null);
  const [shown, setShown] = useState({ first: 0, end: 40, top: 0 });
  useLayoutEffect(() => {
    const look = (): void => {
      if (list.current === null) return;
      const { top } = list.current.getBoundingClientRect();
      const first = Math.max(0, Math.floor(-top / rowHeight) - beyond);
      const end = Math.min(count, Math.ceil((innerHeight - top) / rowHeight) + beyond);
      const scroller = list.current.closest('.page')?.getBoundingClientRect().top ?? 0;
      const seen = Math.max(0, Math.floor((Math.max(0, scroller) - top) / rowHeight));
      setShown((now) =>
        now.first === first && now.end === end && now.top === seen ? now : { first, end, top: seen },
      );
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(document.body);
    addEventListener('scroll', look, { capture: true, passive: true });
    return () => {
      watch.disconnect();
      removeEventListener('scroll', look, { capture: true });
    };
  }, [count, rowHeight]);
  return { list, ...shown };
}

/** Whether the screen is phone-sized, as in the style sheet. */
export function useIsPhone(): boolean {
  const [isPhone, setPhone] = useState(() => matchMedia('(max-width: 720px)').matches);
  useLayoutEffect(() => {
    const media = matchMedia('(max-width: 720px)');
    const look = (): void => setPhone(media.matches);
    media.addEventListener('change', look);
    return () => media.removeEventListener('change', look);
  }, []);
  return isPhone;
}
