import { describe, expect, test, vi } from 'vitest';
import { failureDecision } from '@permesso/engine/decision';
import { memoryLog, type Entry, type Log } from './log.ts';
import { createRecorder } from './recorder.ts';

const decided: Entry = {
  type: 'decided',
  at: 1,
  call: { tool: 't', input: {} },
  decision: failureDecision('x'),
};
const answered: Entry = {
  type: 'answered',
  at: 2,
  call: { tool: 't', input: {} },
  answer: { verdict: 'deny' },
};

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('what happened', () => {
  test('is told to the log and to the listeners of its kind, in order', () => {
    const log = memoryLog();
    const { emit, on } = createRecorder(log);
    const received: string[] = [];
    on('decided', ({ at }) => received.push(`first ${at}`));
    on('decided', ({ at }) => received.push(`second ${at}`));
    on('answered', ({ answer }) => received.push(answer.verdict));
    emit(decided);
    emit(answered);
    expect(log.entries).toEqual([decided, answered]);
    expect(received).toEqual(['first 1', 'second 1', 'deny']);
  });

  test('is told to listeners without a log', () => {
    const { emit, on } = createRecorder(undefined);
    const listener = vi.fn<() => void>();
    on('decided', listener);
    emit(decided);
    expect(listener).toHaveBeenCalledExactlyOnceWith(decided);
  });

  test('is no longer told to who stopped listening', () => {
    const { emit, on } = createRecorder(undefined);
    const listener = vi.fn<() => void>();
    const stop = on('decided', listener);
    stop();
    stop();
    emit(decided);
    expect(listener).not.toHaveBeenCalled();
  });
});

const throwing: Log = {
  write: () => {
    throw new Error('disk full');
  },
};
const rejecting: Log = { write: () => Promise.reject(new Error('disk full')) };

describe('whatever fails is told and changes nothing', () => {
  test.each([
    ['throws', throwing],
    ['rejects', rejecting],
  ])('a log that %s', async (_name, log) => {
    const { emit, on } = createRecorder(log);
    const failures: string[] = [];
    on('failed', ({ error }) => failures.push(error));
    emit(decided);
    await settled();
    expect(failures).toEqual(['the log could not be written: disk full']);
  });

  test('a listener that throws does not keep others from being told, and the log is told', () => {
    const log = memoryLog();
    const { emit, on } = createRecorder(log);
    const received = vi.fn<() => void>();
    on('decided', () => {
      throw new Error('broken screen');
    });
    on('decided', received);
    emit(decided);
    expect(received).toHaveBeenCalledTimes(1);
    expect(log.entries).toContainEqual({ type: 'failed', at: expect.any(Number), error: 'broken screen' });
    expect(log.entries).toContainEqual(decided);
  });

  test('a listener that rejects is told like one that throws', async () => {
    const log = memoryLog();
    const { emit, on } = createRecorder(log);
    on('decided', () => Promise.reject(new Error('broken screen')) as unknown as void);
    emit(decided);
    await settled();
    expect(log.entries).toContainEqual({ type: 'failed', at: expect.any(Number), error: 'broken screen' });
  });

  test.each([
    ['throws', throwing],
    ['rejects', rejecting],
  ])('a log that %s and listeners that all throw end in silence, not in a circle', async (_name, log) => {
    const { emit, on } = createRecorder(log);
    const failed = vi.fn<() => never>(() => {
      throw new Error('broken screen');
    });
    on('failed', failed);
    on('decided', failed);
    emit(decided);
    await settled();
    await settled();
    expect(failed.mock.calls.length).toBeLessThan(10);
  });
});
