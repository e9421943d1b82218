import { durationSyntax, mostApprovers } from '../approvers.ts';
import type { JsonSchema } from './shape.ts';

const roles: JsonSchema = { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 };
const time: JsonSchema = { type: 'string', pattern: durationSyntax.source };

const common: JsonSchema = {
  not: { description: 'Not the person on whose behalf the agent calls.', enum: ['requester'] },
  quorum: {
    description: 'So many people must approve; one when absent.',
    type: 'integer',
    minimum: 1,
    maximum: mostApprovers,
  },
  within: { description: 'How long they have until the call is denied: 30m, 4h, 2d.', ...time },
};

const byRole: JsonSchema = {
  type: 'object',
  properties: {
    roles: { description: 'One of these roles is needed.', ...roles },
    ...common,
    escalate: {
      description: 'From then on these roles may answer too.',
      type: 'array',
      items: {
        type: 'object',
        properties: { after: time, roles },
        required: ['after', 'roles'],
        additionalProperties: false,
      },
    },
  },
  required: ['roles'],
  additionalProperties: false,
};

const byAnybodyElse: JsonSchema = {
  type: 'object',
  properties: common,
  required: ['not'],
  additionalProperties: false,
};

/** The schema of approvers for editors. A test compares it with the parser. */
export const approversSchema: JsonSchema = {
  description: 'Who must approve what the rule asks about.',
  anyOf: [byRole, byAnybodyElse],
};
