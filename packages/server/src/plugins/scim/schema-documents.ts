import { groupSchema } from './group-shape.ts';
import { userSchema } from './user-shape.ts';

interface Attribute {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'complex' | 'reference';
  readonly description: string;
  readonly multiValued?: boolean;
  readonly required?: boolean;
  readonly caseExact?: boolean;
  readonly mutability?: 'readOnly' | 'readWrite' | 'immutable';
  readonly uniqueness?: 'none' | 'server';
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly Attribute[];
}

function described({ subAttributes, ...given }: Attribute): object {
  return {
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...given,
    ...(subAttributes === undefined ? {} : { subAttributes: subAttributes.map(described) }),
  };
}

const externalId: Attribute = {
  name: 'externalId',
  type: 'string',
  description: 'The identifier that the directory has for it',
  caseExact: true,
};

const user: readonly Attribute[] = [
  {
    name: 'userName',
    type: 'string',
    description: 'How the directory names the person',
    required: true,
    uniqueness: 'server',
  },
  externalId,
  { name: 'displayName', type: 'string', description: 'The name that others see' },
  {
    name: 'name',
    type: 'complex',
    description: 'The parts of the name',
    subAttributes: [
      { name: 'formatted', type: 'string', description: 'The same as displayName' },
      { name: 'givenName', type: 'string', description: 'The given name' },
      { name: 'familyName', type: 'string', description: 'The family name' },
    ],
  },
  {
    name: 'emails',
    type: 'complex',
    description: 'One address: the primary one, else that of the kind work, else the first',
    multiValued: true,
    subAttributes: [
      { name: 'value', type: 'string', description: 'The address', uniqueness: 'server' },
      { name: 'type', type: 'string', description: 'work' },
      { name: 'primary', type: 'boolean', description: 'true' },
    ],
  },
  { name: 'active', type: 'boolean', description: 'Whether the person may sign in' },
  {
    name: 'groups',
    type: 'complex',
    description: 'The groups that the person is in',
    multiValued: true,
    mutability: 'readOnly',
    subAttributes: [
      { name: 'value', type: 'string', description: 'The id of the group', mutability: 'readOnly' },
      {
        name: '$ref',
        type: 'reference',
        description: 'Where the group is',
        mutability: 'readOnly',
        referenceTypes: ['Group'],
      },
      { name: 'display', type: 'string', description: 'Its displayName', mutability: 'readOnly' },
      { name: 'type', type: 'string', description: 'direct', mutability: 'readOnly' },
    ],
  },
];

const group: readonly Attribute[] = [
  {
    name: 'displayName',
    type: 'string',
    description: 'The name that roles are mapped for',
    required: true,
    uniqueness: 'server',
  },
  externalId,
  {
    name: 'members',
    type: 'complex',
    description: 'The people in the group',
    multiValued: true,
    subAttributes: [
      { name: 'value', type: 'string', description: 'The id of the user', mutability: 'immutable' },
      {
        name: '$ref',
        type: 'reference',
        description: 'Where the user is',
        mutability: 'immutable',
        referenceTypes: ['User'],
      },
      { name: 'display', type: 'string', description: 'The name of the user', mutability: 'readOnly' },
      { name: 'type', type: 'string', description: 'User', mutability: 'immutable' },
    ],
  },
];

/** RFC 7643, 7: the stored attributes, a subset of the standard. */
export const schemaDocuments = [
  { id: userSchema, name: 'User', description: 'A person', attributes: user },
  { id: groupSchema, name: 'Group', description: 'A group', attributes: group },
].map(({ attributes, ...rest }) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  ...rest,
  attributes: attributes.map(described),
}));
