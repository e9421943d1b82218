import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type JobReply =
  | { readonly result: string }
  | { readonly refused: string }
  | { readonly failed: string };

export type JobOutcome =
  | JobReply
  /** Stopped: it exceeded its time or memory limit. */
  | { readonly ended: 'time' | 'memory' }
  /** Not started: the queue is full, or this job waited too long. */
  | 'busy';

export interface ThreadPool {
  /** Starts the first thread, so that the first job need not wait for it. */
  readonly warm: () => void;
  readonly run: (job: unknown, by: string) => Promise<JobOutcome>;
}

export interface ThreadPoolOptions {
  readonly file: URL;
  readonly size: number;
  /** Processor time of one job. A busy machine delivers it later, but within `longestMs`. */
  readonly processorMs: number;
  readonly longestMs: number;
  /** How long a job may wait for a thread. */
  readonly patienceMs: number;
  /** Queue limits, in total and per organisation. */
  readonly mostWaiting: number;
  readonly mostOfOne: number;
  readonly memoryMb: number;
}

interface WaitingJob {
  readonly job: unknown;
  readonly by: string;
  readonly done: (outcome: JobOutcome) => void;
  readonly patience: NodeJS.Timeout;
}

/** A few threads for all requests. Organisations take turns, so that one cannot starve the others. */
export function createThreadPool(options: ThreadPoolOptions): ThreadPool {
  const waiting: WaitingJob[] = [];
  const idle: Worker[] = [];
  /** When each queued organisation last had a thread. */
  const served = new Map<string, number>();
  let turn = 0;
  let threads = 0;
  let starting = 0;

  const take = (): WaitingJob | undefined => {
    const turns = waiting.map(({ by }) => served.get(by) ?? 0);
    const [taken] = waiting.splice(turns.indexOf(Math.min(...turns)), 1);
    if (waiting.length === 0) served.clear();
    else if (taken !== undefined) served.set(taken.by, ++turn);
    return taken;
  };

  const next = (): void => {
    if (waiting.length === 0) return;
    const thread = idle.pop();
    if (thread === undefined) {
      if (threads < options.size) void addThread();
      return;
    }
    const taken = take();
    if (taken === undefined) return;
    void serve(thread, taken);
  };

  const addThread = async (): Promise<void> => {
    threads += 1;
    starting += 1;
    const thread = new Worker(options.file, {
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb, maxYoungGenerationSizeMb: 32 },
    });
    // An unhandled error event would end the process.
    thread.on('error', () => undefined);
    try {
      await once(thread, 'message');
      thread.unref();
      idle.push(thread);
    } catch (error) {
      threads -= 1;
      const why = error instanceof Error ? error.message : String(error);
      for (const { done, patience } of waiting.splice(0)) {
        clearInterval(patience);
        done({ failed: `a thread for policies does not start: ${why}` });
      }
    }
    starting -= 1;
    next();
  };

  const serve = async (thread: Worker, { job, done, patience }: WaitingJob): Promise<void> => {
    clearInterval(patience);
    const outcome = await runInThread(thread, job, options);
    if (typeof outcome === 'object' && 'ended' in outcome) {
      threads -= 1;
      // Ready for the next job.
      void addThread();
    } else idle.push(thread);
    done(outcome);
    next();
  };

  return {
    warm: () => {
      if (threads === 0) void addThread();
    },
    run: (job, by) => {
      const { promise, resolve } = Promise.withResolvers<JobOutcome>();
      const ofOne = waiting.filter((each) => each.by === by).length;
      if (waiting.length >= options.mostWaiting || ofOne >= options.mostOfOne)
        return Promise.resolve<JobOutcome>('busy');
      // Waits for the thread to start, which takes a while on a busy machine.
      const patience = setInterval(() => {
        const at = waiting.indexOf(waits);
        if (at === -1) clearInterval(patience);
        else if (starting === 0) {
          clearInterval(patience);
          waiting.splice(at, 1);
          resolve('busy');
        }
      }, options.patienceMs);
      const waits: WaitingJob = { job, by, done: resolve, patience };
      waiting.push(waits);
      next();
      return promise;
    },
  };
}

/** A stopped thread cannot be reused. */
async function runInThread(
  thread: Worker,
  job: unknown,
  { processorMs, longestMs }: ThreadPoolOptions,
): Promise<JobOutcome> {
  const { promise, resolve } = Promise.withResolvers<JobOutcome>();
  const end = (ended: 'time' | 'memory'): void => {
    resolve({ ended });
    void thread.terminate();
  };
  const onMessage = (reply: JobReply): void => resolve(reply);
  const onError = (): void => end('memory');
  const began = performance.now();
  const before = await processorTime(thread);
  let watch: NodeJS.Timeout;
  const look = async (): Promise<void> => {
    const used = (await processorTime(thread)) - before;
    const left = Math.min(processorMs - used, longestMs - (performance.now() - began));
    if (left <= 0) end('time');
    else watch = setTimeout(() => void look(), Math.max(left, 20));
  };
  watch = setTimeout(() => void look(), processorMs);
  thread.once('message', onMessage).once('error', onError);
  thread.ref();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  thread.postMessage(job);
  try {
    return await promise;
  } finally {
    clearTimeout(watch);
    thread.off('message', onMessage).off('error', onError).unref();
  }
}

/** Milliseconds; wall-clock time where Node cannot measure it (before 24.6). */
async function processorTime(thread: Worker): Promise<number> {
  const { cpuUsage } = thread as { readonly cpuUsage?: () => Promise<NodeJS.CpuUsage> };
  if (cpuUsage === undefined) return performance.now();
  try {
    const { user, system } = await cpuUsage.call(thread);
    return (user + system) / 1000;
  } catch (error) {
    // The thread has exited, and its job with it.
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_NOT_RUNNING') return performance.now();
    throw error;
  }
}
