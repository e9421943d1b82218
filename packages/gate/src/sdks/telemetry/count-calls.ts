import type { ToolCall } from '@permesso/engine/call';
import { checkOptions } from '@permesso/engine/policy';
import type { Gate } from '../../gate/gate.ts';

/** Counters of a gate's calls, in the Prometheus text format. */
export interface CallCounters {
  /** The text for a Prometheus scrape: `text/plain; version=0.0.4`. */
  readonly text: () => string;
  readonly stop: () => void;
}

type Labels = Readonly<Record<string, string>>;

interface Metric {
  readonly help: string;
  readonly type: 'counter' | 'summary';
  /** By labels, as they are printed. */
  readonly values: Map<string, number>;
}

/** What to count besides verdicts and tools. */
export interface CountOptions {
  /** Adds a `tenant` label to decisions and calls. Beyond a hundred tenants, the others share one label. */
  readonly tenants?: boolean;
}

/** Tool names come from the model: beyond this many, the others share one label. */
const mostNames = 100;
const mostLetters = 100;

/**
 * Counts the decisions of one gate, or of several together, for Prometheus. Labels never contain an argument, a
 * reason or a person.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { createGate } from '@permesso/gate';
 * import { countCalls } from '@permesso/gate/telemetry';
 * const counters = countCalls(createGate({ policy: {} }));
 * createServer((_request, response) => response.end(counters.text())).listen(9464, '127.0.0.1');
 * ```
 */
export function countCalls(
  gates: Pick<Gate, 'on'> | readonly Pick<Gate, 'on'>[],
  options: CountOptions = {},
): CallCounters {
  checkOptions(options, ['tenants'], 'countCalls');
  const metrics = new Map<string, Metric>([
    ['permesso_decisions_total', metric('counter', 'Decisions, by verdict and tool.')],
    [
      'permesso_observed_total',
      metric('counter', 'Decisions that were only observed, by the verdict they would have had.'),
    ],
    ['permesso_answers_total', metric('counter', 'Answers to approval requests, by verdict.')],
    ['permesso_answer_wait_seconds', metric('summary', 'Time between an approval request and its answer.')],
    ['permesso_calls_total', metric('counter', 'Calls that have ended, by result and tool.')],
    ['permesso_call_seconds', metric('summary', 'Time that calls took.')],
    ['permesso_failures_total', metric('counter', 'Failures of approvers, stores, logs and listeners.')],
  ]);
  const toolName = knownNames();
  const tenantName = knownNames();
  const labelsOf = (call: ToolCall): Labels => ({
    tool: toolName(call.tool),
    ...(options.tenants === true && { tenant: tenantName((call.principal ?? call.owner)?.tenant ?? '') }),
  });
  const add = (name: string, labels: Labels, amount = 1): void => {
    const values = metrics.get(name.replace(/_(?:sum|count)$/, ''))?.values;
    const key = `${name}${printLabels(labels)}`;
    values?.set(key, (values.get(key) ?? 0) + amount);
  };
  const addTime = (name: string, milliseconds: number | undefined): void => {
    if (milliseconds === undefined) return;
    add(`${name}_sum`, {}, milliseconds / 1000);
    add(`${name}_count`, {});
  };
  const stops = [gates].flat().flatMap((gate) => [
    gate.on('decided', ({ call, decision: { verdict, observed } }) => {
      add('permesso_decisions_total', { verdict, ...labelsOf(call) });
      if (observed !== undefined) add('permesso_observed_total', { verdict: observed.verdict });
    }),
    gate.on('answered', ({ answer: { verdict }, waited }) => {
      add('permesso_answers_total', { verdict });
      addTime('permesso_answer_wait_seconds', waited);
    }),
    gate.on('ended', ({ call, outcome: { ok, durationMs } }) => {
      add('permesso_calls_total', { result: ok ? 'ok' : 'error', ...labelsOf(call) });
      addTime('permesso_call_seconds', durationMs);
    }),
    gate.on('failed', () => add('permesso_failures_total', {})),
  ]);
  return {
    text: () => [...metrics].map(([name, each]) => printMetric(name, each)).join(''),
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

function metric(type: Metric['type'], help: string): Metric {
  return { type, help, values: new Map() };
}

function knownNames(): (given: unknown) => string {
  const known = new Set<string>();
  return (given) => {
    const name = typeof given === 'string' ? given.slice(0, mostLetters) : 'unknown';
    if (!known.has(name) && known.size >= mostNames) return 'other';
    known.add(name);
    return name;
  };
}

function printMetric(name: string, { help, type, values }: Metric): string {
  const lines = [...values].map(([key, value]) => `${key} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function printLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escapeLabel(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\\', '\\\\')
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);
}
