import type { Page } from 'playwright-core';

/** What the page itself measured. */
export interface Measured {
  /** Milliseconds from an input to the picture that answers it, by what was done. */
  readonly answers: ReadonlyMap<string, readonly number[]>;
  /** The longest that any input waited for the next picture, as the browser counts it. */
  readonly slowestEvent: number;
  /** How far things moved that nobody had touched. */
  readonly layoutShift: number;
  /** What they were. */
  readonly moved: readonly string[];
}

export interface Stopwatch {
  /**
   * Does something, and measures in the page from the event's own time stamp until `isAnswered`, a JavaScript expression,
   * is true in a picture that was drawn. `changes` is how often the list of entries was drawn again since the event.
   */
  readonly time: (what: string, isAnswered: string, act: () => Promise<unknown>) => Promise<void>;
  readonly result: () => Promise<Measured>;
}

/** Starts watching a page that is already there. */
export async function startStopwatch(page: Page): Promise<Stopwatch> {
  await page.evaluate(watchInPage);
  const answers = new Map<string, number[]>();
  return {
    time: async (what, isAnswered, act) => {
      await page.evaluate((text) => (globalThis as unknown as Watched).arm(text), isAnswered);
      await act();
      const took = await page.evaluate(() => (globalThis as unknown as Watched).answered);
      answers.set(what, [...(answers.get(what) ?? []), took]);
    },
    result: async () => {
      const { slowest, shift, moved } = await page.evaluate(() => (globalThis as unknown as Watched).seen);
      return { answers, slowestEvent: slowest, layoutShift: shift, moved };
    },
  };
}

interface Watched {
  seen: { slowest: number; shift: number; moved: readonly string[] };
  arm: (isAnswered: string) => void;
  answered: Promise<number>;
}

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** Runs in the page, so it names nothing from here. The expression is ours; the page's own policy forbids `eval`. */
function watchInPage(): void {
  const seen = { slowest: 0, shift: 0, moved: [] as string[] };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.slowest = Math.max(seen.slowest, duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      seen.shift += value;
      seen.moved.push(...sources.map(({ node }) => (node?.textContent ?? '').slice(0, 60)));
    }
  }).observe({ type: 'layout-shift' });

  const loaded = (): number =>
    Number(document.querySelector<HTMLElement>('.entries')?.dataset['entries'] ?? 0);
  const tests: Readonly<Record<string, (state: State) => boolean>> = {
    'the next row has the focus': ({ before }) =>
      document.activeElement !== before && document.activeElement?.closest('.rows') !== null,
    'another question is open': ({ title }) => document.querySelector('article.detail h2')?.id !== title,
    'the letter stands there': ({ text }) => (document.activeElement as HTMLInputElement).value !== text,
    'the rule is shown': () => document.querySelector('.rule-input') !== null,
    'entries were found': ({ answers }) => answers > 0,
    'there are more entries': ({ entries }) => loaded() > entries,
    'the first rows are shown': () => document.querySelector('.entry-row') !== null,
    'the entry is open': () => document.querySelector('.sheet .tree') !== null,
  };
  interface State {
    readonly before: Element | null;
    readonly title: string | undefined;
    readonly text: string;
    readonly entries: number;
    answers: number;
  }
  const arm = (name: string): void => {
    const isAnswered = tests[name];
    if (isAnswered === undefined) throw new Error(`nobody knows when ${name}`);
    const state: State = {
      before: document.activeElement,
      title: document.querySelector('article.detail h2')?.id,
      text: (document.activeElement as HTMLInputElement | null)?.value ?? '',
      entries: loaded(),
      answers: 0,
    };
    const watched = globalThis as unknown as { answered: Promise<number> };
    watched.answered = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error(`never: ${name}`)), 30_000);
      let began: number | undefined;
      const begin = ({ timeStamp }: Event): void => {
        if (began !== undefined) return;
        began = timeStamp;
        const list = document.querySelector('.entries');
        const answers = new MutationObserver((changes) => {
          for (const { target } of changes)
            if ((target as Element).getAttribute('aria-busy') === 'false') state.answers += 1;
        });
        if (list !== null) answers.observe(list, { attributeFilter: ['aria-busy'] });
        const look = (): void => {
          if (!isAnswered(state)) return void requestAnimationFrame(look);
          // Behind the picture that is being drawn now.
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => {
            answers.disconnect();
            for (const type of types) removeEventListener(type, begin, true);
            resolve(performance.now() - timeStamp);
          });
          port1.start();
          port2.postMessage('');
        };
        requestAnimationFrame(look);
      };
      const types = ['keydown', 'pointerdown', 'input', 'change', 'wheel'];
      for (const type of types) addEventListener(type, begin, { capture: true });
    });
  };
  Object.assign(globalThis, { seen, arm });
}
