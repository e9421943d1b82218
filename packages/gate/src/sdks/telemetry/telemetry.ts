export { countCalls, type CallCounters } from './count-calls.ts';
export { traceCalls, type SpanTracer, type TraceOptions } from './trace-calls.ts';
