/** The entry point of this stage for other packages. */
export { labelsBrought } from './labels.ts';
export { type Order, readOrder } from './orders.ts';
export {
  emptySession,
  hasLabel,
  isLabelled,
  newLabels,
  type Session,
  type SessionLabel,
  unionOf,
  withEndorsed,
  withLabels,
} from './session.ts';
export type { Act } from './verbs.ts';
