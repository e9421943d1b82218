export { authzenCheck } from '../checks/authzen.ts';
export { cedarCheck, type CedarEntity, type CedarModule, type CedarOptions } from '../checks/cedar.ts';
export type { CheckedCall, CheckReply, ExternalCheck } from '../checks/external-check.ts';
export { opaCheck } from '../checks/opa.ts';
export type { ServiceOptions } from '../checks/ask-service.ts';
