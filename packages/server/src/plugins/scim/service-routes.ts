import { Type } from 'typebox';
import { notFound } from '../../route/problem.ts';
import { scimRoute, type Route } from '../../route/route.ts';
import { groupSchema } from './group-shape.ts';
import { listResponse, mostResults } from './paging.ts';
import { schemaDocuments } from './schema-documents.ts';
import { scimReply } from './scim-reply.ts';
import { userSchema } from './user-shape.ts';

const replies = { 200: Type.Object({}) };

/** The server's SCIM features, for a directory to discover: RFC 7644, 4. */
export function serviceRoutes({ base }: { readonly base: string }): readonly Route[] {
  const types = [
    { id: 'User', endpoint: '/Users', schema: userSchema, description: 'A person' },
    {
      id: 'Group',
      endpoint: '/Groups',
      schema: groupSchema,
      description: 'A group of people, which gives roles',
    },
  ].map((type) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    ...type,
    name: type.id,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.id}` },
  }));
  const documents = schemaDocuments.map((document) => ({
    ...document,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${document.id}` },
  }));
  const all = (resources: readonly unknown[]): object =>
    listResponse(resources, { total: resources.length, skip: 0 });
  return [
    scimRoute(
      {
        method: 'GET',
        path: '/scim/v2/ServiceProviderConfig',
        summary: 'Returns the supported SCIM features.',
        replies,
      },
      async () => scimReply(serviceProviderConfig(base)),
    ),
    scimRoute(
      {
        method: 'GET',
        path: '/scim/v2/ResourceTypes',
        summary: 'Lists the resource types: users and groups.',
        replies,
      },
      async () => scimReply(all(types)),
    ),
    scimRoute(
      {
        method: 'GET',
        path: '/scim/v2/ResourceTypes/{type}',
        summary: 'Returns a resource type.',
        params: Type.Object({ type: Type.String({ maxLength: 100 }) }),
        replies,
      },
      async ({ params: { type } }) =>
        scimReply(types.find(({ id }) => id === type) ?? missing('resource type')),
    ),
    scimRoute(
      { method: 'GET', path: '/scim/v2/Schemas', summary: 'Lists the supported schemas.', replies },
      async () => scimReply(all(documents)),
    ),
    scimRoute(
      {
        method: 'GET',
        path: '/scim/v2/Schemas/{schema}',
        summary: 'Returns a schema.',
        params: Type.Object({ schema: Type.String({ maxLength: 200 }) }),
        replies,
      },
      async ({ params: { schema } }) =>
        scimReply(documents.find(({ id }) => id === schema) ?? missing('schema')),
    ),
  ];
}

function missing(what: string): never {
  throw notFound(what);
}

function serviceProviderConfig(base: string): object {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: mostResults },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'SCIM token',
        description: 'A token of POST /v1/scim-tokens, or of permesso serve add-scim-token',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}
