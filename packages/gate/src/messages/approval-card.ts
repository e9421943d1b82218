/**
 * What a person reads on the approval card of an app.
 *
 * @example
 * ```ts
 * import { approvalCardEnglish, type ApprovalCardTexts } from '@permesso/gate/react';
 * const texts: ApprovalCardTexts = { ...approvalCardEnglish, title: 'May the assistant use {tool}?' };
 * ```
 */
export const approvalCardEnglish = {
  label: 'Approval request',
  title: 'May the agent use {tool}?',
  allowOnce: 'Allow once',
  allowRules: 'Allow in this conversation: {rules}',
  deny: 'Deny',
  comment: 'Comment for the agent (optional)',
  input: 'Arguments',
  effects: 'What it would do',
  hidden: 'This text holds characters that cannot be seen. They are shown as codes.',
  sending: 'Sending the answer.',
  allowed: 'Allowed.',
  denied: 'Denied.',
  failed: 'The answer could not be sent. Try again.',
} as const;

/**
 * Every language has the texts of the English one.
 *
 * @example
 * ```ts
 * import { approvalCardEnglish, approvalCardGerman, type ApprovalCardTexts } from '@permesso/gate/react';
 * const texts = new Map<string, ApprovalCardTexts>([['en', approvalCardEnglish], ['de', approvalCardGerman]]);
 * ```
 */
export type ApprovalCardTexts = Readonly<Record<keyof typeof approvalCardEnglish, string>>;

/**
 * The texts of the approval card in German.
 *
 * @example
 * ```ts
 * import { approvalCardEnglish, approvalCardGerman } from '@permesso/gate/react';
 * const texts = navigator.language.startsWith('de') ? approvalCardGerman : approvalCardEnglish;
 * ```
 */
export const approvalCardGerman: ApprovalCardTexts = {
  label: 'Freigabeanfrage',
  title: 'Darf der Agent {tool} verwenden?',
  allowOnce: 'Einmal erlauben',
  allowRules: 'In diesem Gespräch erlauben: {rules}',
  deny: 'Ablehnen',
  comment: 'Kommentar für den Agenten (optional)',
  input: 'Argumente',
  effects: 'Was passieren würde',
  hidden: 'Dieser Text enthält unsichtbare Zeichen. Sie werden als Codes angezeigt.',
  sending: 'Die Antwort wird gesendet.',
  allowed: 'Erlaubt.',
  denied: 'Abgelehnt.',
  failed: 'Die Antwort konnte nicht gesendet werden. Versuchen Sie es noch einmal.',
};

/**
 * The texts of the approval card in Italian.
 *
 * @example
 * ```ts
 * import { approvalCardEnglish, approvalCardItalian } from '@permesso/gate/react';
 * const texts = navigator.language.startsWith('it') ? approvalCardItalian : approvalCardEnglish;
 * ```
 */
export const approvalCardItalian: ApprovalCardTexts = {
  label: 'Richiesta di approvazione',
  title: "L'agente può usare {tool}?",
  allowOnce: 'Consenti una volta',
  allowRules: 'Consenti in questa conversazione: {rules}',
  deny: 'Nega',
  comment: "Commento per l'agente (facoltativo)",
  input: 'Argomenti',
  effects: 'Che cosa farebbe',
  hidden: 'Questo testo contiene caratteri invisibili. Sono mostrati come codici.',
  sending: 'Invio della risposta.',
  allowed: 'Consentito.',
  denied: 'Negato.',
  failed: 'Non è stato possibile inviare la risposta. Riprova.',
};
