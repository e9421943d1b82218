export { countCalls, type CallCounters, type CountOptions } from './count-calls.ts';
export { traceCalls, type SpanTracer, type TraceOptions } from './trace-calls.ts';
