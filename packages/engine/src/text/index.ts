/** Policy files, formats of other programs and messages. Separate from the other entry points because it includes a YAML parser. */
export * as decisionTexts from '../messages/decision.ts';
export { commandPhrases } from '../messages/command-phrases.ts';
export * as explanationTexts from '../messages/explanation.ts';
export * as sentenceTexts from '../messages/sentences.ts';
export * as toolCheckTexts from '../messages/tool-checks.ts';
export { stepNames } from '../messages/explanation.ts';
export { addGroupToText } from '../policy/file/add-group.ts';
export { addSandboxHostToText } from '../policy/file/edit-sandbox-hosts.ts';
export { addRuleToText, type Edited, removeRuleFromText, type RuleEdit } from '../policy/file/edit-text.ts';
export { expandUse, type Shelf } from '../policy/file/expand-use.ts';
export { type FileProblem, printFileProblem } from '../policy/file/file-problem.ts';
export { policySchema } from '../policy/file/json-schema.ts';
export { limitLayer } from '../policy/file/limit-layer.ts';
export { type Effects, type Loosening, looseningEffects, splitByTrust } from '../policy/file/loosening.ts';
export { parsePolicyFile } from '../policy/file/parse-policy-file.ts';
export {
  type Group,
  hasErrors,
  type PolicyFile,
  type PolicyTest,
  type TestCall,
} from '../policy/file/policy-file.ts';
export { PolicyFileError } from '../policy/file/policy-file-error.ts';
export { policyShape } from '../policy/file/policy-shape.ts';
export { removeRuleAt } from '../policy/file/remove-at.ts';
export type { JsonSchema } from '../policy/file/shape.ts';
export { parseTestCall } from '../policy/file/test-call.ts';
export {
  type Binding,
  bindRead,
  type Bound,
  type BroadAllow,
  broadAllows,
  ruleByRule,
} from '../policy/formats/bind-read.ts';
export { copilotTools } from '../policy/formats/copilot/tools.ts';
export { toCopilotPattern } from '../policy/formats/copilot/write-pattern.ts';
export type {
  ExportedPolicy,
  Format,
  ImportedPolicy,
  ReadOptions,
  ReadResult,
} from '../policy/formats/format.ts';
export { formats } from '../policy/formats/formats.ts';
export { readGemini } from '../policy/formats/gemini/read.ts';
export { geminiTools } from '../policy/formats/gemini/tools.ts';
export { hiddenSecret, type LossReport, withoutSecrets } from '../policy/formats/loss.ts';
export { readOpencode } from '../policy/formats/opencode/read.ts';
export { opencodeTools } from '../policy/formats/opencode/tools.ts';
export { printBound, saysOtherwise } from '../policy/formats/print-bound.ts';
export { printLosses } from '../policy/formats/print-losses.ts';
export { policyOfProfile, printPolicy, writeProfile } from '../policy/formats/profile/profile.ts';
export {
  entry,
  type JsonNode,
  lineReader,
  readJsonc,
  textsIn,
  tooDeep,
} from '../policy/formats/read-jsonc.ts';
export { linesOf, readToml, tableAt, tablesAt, valueAt } from '../policy/formats/read-toml.ts';
export { apart, contains } from '../policy/formats/relate.ts';
export { plainPattern, rulesWithVerdict } from '../policy/formats/writing.ts';
