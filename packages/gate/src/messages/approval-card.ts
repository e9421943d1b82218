/**
 * What a person reads on the approval card of an app.
 *
 * @example
 * ```ts
 * import { approvalCardEnglish, type ApprovalCardTexts } from '@permesso/gate/react';
 * const texts: ApprovalCardTexts = { ...approvalCardEnglish, title: 'The assistant would like to {does}' };
 * ```
 */
export const approvalCardEnglish = {
  label: 'Approval request',
  title: '{who} wants to {does}',
  agent: 'The agent',
  askedFor: 'for {user}',
  expires: 'expires at {time}',
  limit: '{limit}: {used} used',
  lasting: 'cannot be undone',
  confirm: 'Press again: this cannot be undone',
  safer: 'Deny and suggest: {call}',
  edit: 'Change it before it runs',
  editLabel: 'Arguments as JSON',
  editBroken: 'This is not a JSON object.',
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

/** Every language has the texts of the English one. */
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
  title: '{who} möchte: {does}',
  agent: 'Der Agent',
  askedFor: 'für {user}',
  expires: 'läuft um {time} ab',
  limit: '{limit}: {used} verbraucht',
  lasting: 'nicht umkehrbar',
  confirm: 'Noch einmal drücken: nicht umkehrbar',
  safer: 'Ablehnen und vorschlagen: {call}',
  edit: 'Vor der Ausführung ändern',
  editLabel: 'Argumente als JSON',
  editBroken: 'Das ist kein JSON-Objekt.',
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
  title: '{who} vorrebbe: {does}',
  agent: "L'agente",
  askedFor: 'per {user}',
  expires: 'scade alle {time}',
  limit: '{limit}: {used} usati',
  lasting: 'irreversibile',
  confirm: 'Premi di nuovo: irreversibile',
  safer: 'Nega e proponi: {call}',
  edit: 'Modifica prima di eseguire',
  editLabel: 'Argomenti come JSON',
  editBroken: 'Questo non è un oggetto JSON.',
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
