import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type JobReply =
  | { readonly result: string }
  | { readonly refused: string }
  | { readonly failed: string };

export type JobOutcome =
  | JobReply
  /** It was ended: it would have taken too much time or memory. */
  | { readonly ended: 'time' | 'memory' }
  /** Nothing was tried: too many wait already, or this one waited too long. */
  | 'busy';

export interface ThreadPool {
  /** Starts the first thread, so that the first job does not wait for that. */
  readonly warm: () => void;
  readonly run: (job: unknown, by: string) => Promise<JobOutcome>;
}

export interface ThreadPoolOptions {
  readonly file: URL;
  readonly size: number;
  /** Processor time of one job. A busy machine gives it later, but not later than `longestMs`. */
  readonly processorMs: number;
  readonly longestMs: number;
  /** How long a job may wait for a thread. */
  readonly patienceMs: number;
  /** How many may wait, in all and of one organisation. */
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

/** Some threads for all requests. Those of one organisation take turns, so that one cannot keep the others out. */
export function createThreadPool(options: ThreadPoolOptions): ThreadPool {
  const waiting: WaitingJob[] = [];
  const idle: Worker[] = [];
  /** When each organisation of those that wait had a thread last. */
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
    // One that nobody listens to would end the process.
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
      // A thread that starts is waited for: on a busy machine that takes its time.
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

/** A thread that was ended is gone. */
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

/** Milliseconds; those of the clock where Node cannot tell them (before 24.6). */
async function processorTime(thread: Worker): Promise<number> {
  const { cpuUsage } = thread as { readonly cpuUsage?: () => Promise<NodeJS.CpuUsage> };
  if (cpuUsage === undefined) return performance.now();
  try {
    const { user, system } = await cpuUsage.call(thread);
    return (user + system) / 1000;
  } catch (error) {
    // It ended meanwhile, and its job with it.
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_NOT_RUNNING') return performance.now();
    throw error;
  }
}
