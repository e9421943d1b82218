import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askBridge, type BridgeTarget } from '../../src/bridge/ask-bridge.ts';
import { bridgesOf } from '../../src/bridge/bridges.ts';
import { commentForm, type Form } from '../../src/bridge/form.ts';
import { processFacts } from '@permesso/gate/payloads';
import {
  showForms,
  type OpenCodeWindow,
  type PromptProps,
  type SelectProps,
} from '../../src/hosts/opencode/window-forms.ts';
import windowPlugin from '../../src/hosts/opencode/window.ts';
import { compiled } from '../compiled.ts';
import { builtHook } from '../built.ts';

const form: Form = {
  message: 'Permesso: may OpenCode use Bash?\n| make one',
  requestedSchema: {
    type: 'object',
    required: ['answer'],
    properties: {
      answer: {
        type: 'string',
        oneOf: [
          { const: 'once', title: 'Yes, this once' },
          { const: 'no', title: 'No' },
        ],
      },
    },
  },
};

let state: string;
let child: ChildProcess;
let played: PlayedWindow;
let target: BridgeTarget;

/** The dialogs of OpenCode: one at a time, and one that goes says so. */
interface PlayedWindow extends OpenCodeWindow {
  readonly select: () => SelectProps | undefined;
  readonly prompt: () => PromptProps | undefined;
  /** As Escape does. */
  readonly close: () => void;
  /** From now on it throws. */
  readonly fail: () => void;
}

function playedWindow(): PlayedWindow {
  let shown: { readonly kind: string; readonly props: unknown } | undefined;
  let closed: (() => void) | undefined;
  let isBroken = false;
  const clear = (): void => {
    const told = closed;
    shown = undefined;
    closed = undefined;
    told?.();
  };
  const drawn = (kind: string) => (props: unknown) => ({ kind, props });
  return {
    ui: {
      DialogSelect: drawn('select'),
      DialogPrompt: drawn('prompt'),
      dialog: {
        replace: (render, onClose) => {
          if (isBroken) throw new Error('not mounted');
          clear();
          shown = render() as typeof shown;
          closed = onClose;
        },
        clear,
      },
    },
    select: () => (shown?.kind === 'select' ? (shown.props as SelectProps) : undefined),
    prompt: () => (shown?.kind === 'prompt' ? (shown.props as PromptProps) : undefined),
    close: clear,
    fail: () => {
      isBroken = true;
    },
  };
}

beforeEach(async () => {
  state = mkdtempSync(join(tmpdir(), 'permesso-window-'));
  const bridge = spawn(process.execPath, [builtHook, 'bridge', '--state', state], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...compiled, PATH: process.env['PATH'], HOME: state },
  });
  child = bridge;
  played = playedWindow();
  showForms(bridge, played);
  const host = processFacts(process.pid);
  if (host === undefined) throw new Error('no /proc');
  const found = await vi.waitUntil(() => bridgesOf(host, state)[0], { timeout: 120_000, interval: 50 });
  target = { bridge: found, host, state };
});

afterEach(() => {
  child.kill('SIGKILL');
  rmSync(state, { recursive: true, force: true, maxRetries: 20 });
});

const never = new AbortController().signal;

test('the module that OpenCode loads starts a bridge of its own process, and ends it', async () => {
  vi.stubEnv('XDG_STATE_HOME', state);
  const host = processFacts(process.pid);
  if (host === undefined) throw new Error('no /proc');
  let end: (() => void) | undefined;
  const lifecycle = { onDispose: (given: () => void) => (end = given) };
  try {
    expect(windowPlugin.id).toBe('permesso');
    await windowPlugin.tui({ ...playedWindow(), lifecycle });
    await expect.poll(() => bridgesOf(host, join(state, 'permesso'))).toHaveLength(1);
  } finally {
    end?.();
    vi.unstubAllEnvs();
  }
  await expect.poll(() => bridgesOf(host, join(state, 'permesso'))).toEqual([]);
});

/** The dialog, as soon as it is there. */
async function select(): Promise<SelectProps> {
  await expect.poll(() => played.select()).toBeDefined();
  const shown = played.select();
  if (shown === undefined) throw new Error('no dialog');
  return shown;
}

test('the form of a hook is a dialog, and the line that was chosen is the answer', async () => {
  const asked = askBridge({ form, signal: never }, target);
  const { title, options, onSelect } = await select();
  expect(title).toBe(form.message);
  expect(options).toEqual([
    { title: 'Yes, this once', value: 'once' },
    { title: 'No', value: 'no' },
  ]);
  onSelect({ value: 'no' });
  expect(await asked).toMatchObject({ result: { action: 'accept', content: { answer: 'no' } } });
  expect(played.select()).toBeUndefined();
});

test('a dialog that is closed, or replaced by another, is not an answer', async () => {
  const asked = askBridge({ form, signal: never }, target);
  const { onSelect } = await select();
  played.close();
  // Too late: the dialog is gone.
  onSelect({ value: 'once' });
  expect(await asked).toMatchObject({ result: { action: 'cancel' } });
});

test('a hook that gives up takes its dialog away, and an answer to it counts for nothing', async () => {
  const stop = new AbortController();
  const asked = askBridge({ form, signal: stop.signal }, target);
  const { onSelect } = await select();
  stop.abort();
  await expect(asked).rejects.toThrow('withdrawn');
  await expect.poll(() => played.select()).toBeUndefined();
  onSelect({ value: 'once' });
  const next = askBridge({ form, signal: never }, target);
  (await select()).onSelect({ value: 'no' });
  expect(await next).toMatchObject({ result: { content: { answer: 'no' } } });
});

test('a window that cannot draw has asked nobody, and the hook does not wait for it', async () => {
  played.fail();
  expect(await askBridge({ form, signal: never }, target)).toMatchObject({ result: { action: 'cancel' } });
});

test('a comment is written in a dialog of its own', async () => {
  const asked = askBridge({ form: commentForm(), signal: never }, target);
  await expect.poll(() => played.prompt()).toBeDefined();
  played.prompt()?.onConfirm('use a branch');
  expect(await asked).toMatchObject({ result: { action: 'accept', content: { comment: 'use a branch' } } });
});
