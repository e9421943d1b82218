export { collectRefusals, type Refusal, type Refusals } from '../log/search/refusals.ts';
export {
  exitCodeFor,
  printSummary,
  summarise,
  type Summary,
  type SummaryFormat,
} from '../log/search/refusal-summary.ts';
