import { isPayload, recordIn, textIn, type Payload } from '@permesso/gate/payloads';

/** A run's output on stdout, one JSON object per line. */
export interface RunReport {
  /** Calls that Copilot refused, in the format of its hooks. */
  readonly refused: readonly Payload[];
  /** Messages to the person. */
  readonly messages: readonly string[];
}

/**
 * `--output-format json`, as Copilot CLI 1.0 writes it: a call starts with its arguments and ends with success, or
 * with the error `denied`. The exit code tells nothing: it is 0 even if every call was refused.
 */
export function readRun(lines: readonly string[], cwd: string): RunReport {
  const started = new Map<string, Payload>();
  const refused: Payload[] = [];
  const messages: string[] = [];
  for (const line of lines) {
    const event = readEvent(line);
    const data = event === undefined ? undefined : recordIn(event, 'data');
    if (event === undefined || data === undefined) continue;
    const id = textIn(data, 'toolCallId');
    switch (textIn(event, 'type')) {
      case 'tool.execution_start':
        if (id !== undefined)
          started.set(id, { toolName: data['toolName'], toolArgs: data['arguments'] ?? {}, cwd });
        break;
      case 'tool.execution_complete': {
        const call = id === undefined ? undefined : started.get(id);
        const code = textIn(recordIn(data, 'error') ?? {}, 'code');
        if (call !== undefined && data['success'] === false && code === 'denied') refused.push(call);
        break;
      }
      case 'assistant.message': {
        const said = textIn(data, 'content');
        if (said !== undefined) messages.push(said);
        break;
      }
      default:
    }
  }
  return { refused, messages };
}

function readEvent(line: string): Payload | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isPayload(value) ? value : undefined;
  } catch (error) {
    // Programs occasionally print a line of their own.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
