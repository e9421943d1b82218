export {
  deniedTexts,
  hookDenialTexts,
  hostPromptTexts,
  unansweredTexts,
  unknownSenderTexts,
} from './denials.ts';
export { noticeTexts } from './notices.ts';
export { rewrittenTexts } from './sandbox.ts';
export * as approvalCard from './approval-card.ts';
export * as denials from './denials.ts';
export * as notices from './notices.ts';
export * as sandbox from './sandbox.ts';
