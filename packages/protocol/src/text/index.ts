/** The entry point of this stage for other packages. */
export { agentName, agentTexts } from './agent-texts.ts';
export {
  answersInOrder,
  effectKinds,
  effectLabel,
  effectText,
  isLasting,
  type PlainEffect,
  type RequestSummary,
  requestTitle,
  type SaferCall,
  saferComment,
} from './request-words.ts';
export {
  columnsOf,
  fitLine,
  flow,
  type ScreenLine,
  type Style,
  type TextRow,
  visible,
  warningsAbout,
} from './show-text.ts';
