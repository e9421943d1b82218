/** Repeated work that never overlaps itself. */
export interface Polling {
  /** Runs soon, instead of at the next interval. */
  readonly now: () => void;
  /** Waits for a run in progress. */
  readonly stop: () => Promise<void>;
}

export interface PollingOptions {
  readonly everyMs: number;
  readonly work: () => Promise<unknown>;
  /** A failure ends one run, not the polling. */
  readonly onError: (error: unknown) => void;
  /** How long to pause after this failure, even if asked to run; undefined: the usual interval. */
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
