import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { isRecord } from '@permesso/engine/call';
import { readLines } from '@permesso/gate/mcp-gateway';

/** The part of OpenCode's window API that we use, as a structural type: its package is not a dependency. */
export interface OpenCodeWindow {
  readonly ui: {
    readonly DialogSelect: (props: SelectProps) => unknown;
    readonly DialogPrompt: (props: PromptProps) => unknown;
    readonly dialog: {
      readonly replace: (render: () => unknown, onClose?: () => void) => void;
      readonly clear: () => void;
      readonly setSize?: (size: 'large') => void;
    };
  };
}

export interface SelectProps {
  readonly title: string;
  readonly options: readonly { readonly title: string; readonly value: string }[];
  readonly onSelect: (option: { readonly value: string }) => void;
}

export interface PromptProps {
  readonly title: string;
  readonly onConfirm: (text: string) => void;
  readonly onCancel: () => void;
}

type Bridge = Pick<ChildProcessByStdio<Writable, Readable, null>, 'stdin' | 'stdout'>;

type BridgeMessage = Readonly<Record<string, unknown>>;

/**
 * Shows the bridge's forms as OpenCode dialogs. OpenCode's window does not speak MCP, so this is the client that the
 * bridge needs. Anything but a person's choice is `cancel`.
 */
export function showForms(bridge: Bridge, { ui }: OpenCodeWindow): void {
  const send = (message: object): void =>
    void bridge.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let shown: { readonly id: unknown } | undefined;

  function show(id: unknown, params: BridgeMessage): void {
    const current = { id };
    const settle = (result: object): void => {
      // An answered dialog is then closed, and reports that as well.
      if (shown !== current) return;
      shown = undefined;
      send({ id, result });
    };
    const accept = (content: object): void => {
      settle({ action: 'accept', content });
      ui.dialog.clear();
    };
    const close = (): void => settle({ action: 'cancel' });
    shown = current;
    try {
      ui.dialog.replace(() => dialogFor(params, { accept, close }), close);
      ui.dialog.setSize?.('large');
    } catch (error) {
      // A window that cannot draw has asked nobody; the hook must not wait for it.
      if (!(error instanceof Error)) throw error;
      close();
    }
  }

  function dialogFor(params: BridgeMessage, { accept, close }: Handlers): unknown {
    const title = String(params['message']);
    const properties = recordAt(recordAt(params, 'requestedSchema'), 'properties');
    const offered = recordAt(properties, 'answer')['oneOf'];
    if (Array.isArray(offered))
      return ui.DialogSelect({
        title,
        options: offered.filter(isRecord).map((choice) => ({
          title: String(choice['title']),
          value: String(choice['const']),
        })),
        onSelect: ({ value }) => accept({ answer: value }),
      });
    return ui.DialogPrompt({
      title,
      onConfirm: (comment) => accept({ comment }),
      onCancel: () => {
        close();
        ui.dialog.clear();
      },
    });
  }

  function receive({ id, method, ...message }: BridgeMessage): void {
    const params = recordAt(message, 'params');
    if (method === 'elicitation/create') show(id, params);
    else if (
      method === 'notifications/cancelled' &&
      shown !== undefined &&
      params['requestId'] === shown.id
    ) {
      shown = undefined;
      ui.dialog.clear();
    } else if (method === undefined && id === initialize) send({ method: 'notifications/initialized' });
  }

  const lines = readLines({
    line: (text) => {
      const message = parseMessage(text);
      if (isRecord(message)) receive(message);
    },
    unreadable: () => undefined,
  });
  bridge.stdout.on('data', (bytes: Buffer) => lines.push(bytes));
  // Hooks cannot find a bridge that has exited: the next channel asks.
  bridge.stdin.on('error', () => undefined);
  send({
    id: initialize,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: { elicitation: { form: {} } },
      clientInfo: { name: 'opencode', version: '1' },
    },
  });
}

const initialize = 'initialize';

interface Handlers {
  readonly accept: (content: object) => void;
  readonly close: () => void;
}

function recordAt(value: BridgeMessage, name: string): BridgeMessage {
  const found = value[name];
  return isRecord(found) ? found : {};
}

function parseMessage(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
