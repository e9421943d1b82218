/** Work that is done again and again, never twice at once. */
export interface Polling {
  /** Soon, instead of when it would be its turn. */
  readonly now: () => void;
  /** Waits for what runs. */
  readonly stop: () => Promise<void>;
}

export interface PollingOptions {
  readonly everyMs: number;
  readonly work: () => Promise<unknown>;
  /** A failure ends one turn, not the work. */
  readonly onError: (error: unknown) => void;
  /** How long not to try again after this failure, asked or not; nothing when the next turn is soon enough. */
  readonly restMs?: (error: unknown) => number | undefined;
}

export function startPolling({ everyMs, work, onError, restMs }: PollingOptions): Polling {
  let isStopped = false;
  let isAsked = false;
  let rest: number | undefined;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function turn(): Promise<void> {
    isAsked = false;
    rest = undefined;
    try {
      await work();
    } catch (error) {
      onError(error);
      rest = restMs?.(error);
    }
  }

  function start(): void {
    clearTimeout(timer);
    if (isStopped) return;
    running = turn().finally(() => {
      running = undefined;
      if (!isStopped) timer = setTimeout(start, rest ?? (isAsked ? 0 : everyMs));
    });
  }

  timer = setTimeout(start, everyMs);
  return {
    now: () => {
      if (running !== undefined) isAsked = true;
      else if (rest === undefined) start();
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
