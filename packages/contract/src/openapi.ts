// Generates the OpenAPI 3.1 document from the contract alone (API-1).
import { z } from 'zod'
import type { Call } from './call.ts'
import { contract } from './contract.ts'
import { FailureSchema } from './envelope.ts'
import { PROBLEMS, type ProblemCode } from './problems.ts'
import { admits, API_ROOT } from './route.ts'

type Json = Record<string, unknown>

const REPLY_TYPES = {
  events: 'text/event-stream',
  binary: 'application/octet-stream',
  document: 'text/html',
} as const

/** The configured contact and terms of service of an installation. */
export interface Operator {
  readonly contact?: { readonly name: string; readonly url: string } | undefined
  readonly termsOfService?: string | undefined
}

/**
 * Returns the document for a product version; deterministic, so that it can be compared with a stored copy. This takes about
 * a third of a second. `pause` is awaited after each call of the contract, so that a server can answer others meanwhile.
 */
export async function openApiDocument(
  version: string,
  { contact, termsOfService }: Operator = {},
  pause?: () => Promise<void>,
): Promise<Json> {
  const paths: Record<string, Json> = {}
  for (const [noun, calls] of Object.entries(contract)) {
    for (const [name, described] of Object.entries(calls as Record<string, Call>)) {
      const path = `${API_ROOT}/${described.path}`
      paths[path] = { ...paths[path], [described.method.toLowerCase()]: operation(noun, name, described) }
      await pause?.()
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Polylogue',
      version,
      description:
        'One model-independent API for people and programs. In a request, null for an optional field counts as absent, unless the schema of the field lists null: then it clears the value.',
      ...(contact ? { contact } : {}),
      ...(termsOfService ? { termsOfService } : {}),
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: jsonSchema(FailureSchema, 'output') },
    },
  }
}

function operation(noun: string, name: string, described: Call): Json {
  return {
    operationId: `${noun}.${name}`,
    tags: [noun],
    summary: described.summary,
    ...(described.sessionOnly ? { description: 'For a session only: an API token is refused.' } : {}),
    ...(admits(described, 'open') ? {} : { security: [{ bearer: [] }] }),
    parameters: [
      ...parameters('path', described.params),
      ...parameters('query', described.query),
      ...changeHeader(described),
    ],
    ...(described.bodySchema
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: jsonSchema(described.bodySchema, 'input') },
              ...(described.octets ? { [REPLY_TYPES.binary]: {} } : {}),
            },
          },
        }
      : {}),
    responses: { ...success(described), ...failures(described) },
  }
}

function success(described: Call): Json {
  const status = String(described.status ?? 200)
  const kind = described.reply ?? 'envelope'
  if (kind === 'events' || kind === 'binary' || kind === 'document')
    return { [status]: { description: described.summary, content: { [REPLY_TYPES[kind]]: {} } } }
  const data = described.data ? jsonSchema(described.data, 'output') : {}
  const meta = described.meta ? jsonSchema(described.meta, 'output') : { type: 'object' }
  const content = { type: 'object', required: ['meta', 'data'], properties: { meta, data } }
  const wrapped = { type: 'object', required: ['messageContent'], properties: { messageContent: content } }
  return {
    [status]: {
      description: described.summary,
      content: { 'application/json': { schema: kind === 'raw' ? data : wrapped } },
    },
  }
}

const OF_BODIES = [
  'MALFORMED_BODY',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MUCH_AT_ONCE',
  'SERVER_BUSY',
] as const

function failures(described: Call): Json {
  const codes: ProblemCode[] = [...(described.problems ?? []), 'TOO_MANY_ATTEMPTS', 'UNEXPECTED']
  if (described.method !== 'GET' && !described.form) codes.push('MISSING_REQUESTED_WITH')
  if (described.params || described.query || described.bodySchema) codes.push('VALIDATION_FAILED')
  if (!admits(described, 'open')) codes.push('TOKEN_INVALID', 'TOKEN_EXPIRED')
  if (described.bodySchema) codes.push(...OF_BODIES)
  if (described.permission || described.sessionOnly) codes.push('PERMISSION_DENIED')
  if (described.licensed) codes.push('LICENSE_EXPIRED')
  const byStatus = Map.groupBy([...new Set(codes)].sort(), (code) => PROBLEMS[code][0])
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      String(status),
      {
        description: list.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  )
}

function parameters(place: 'path' | 'query', schema: Call['params']): Json[] {
  if (!schema) return []
  const object = jsonSchema(schema, 'input') as { required?: string[] }
  // A URL contains text: the parameter's schema describes the parsed value.
  const { properties = {} } = jsonSchema(schema, 'output') as { properties?: Record<string, Json> }
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || (object.required ?? []).includes(name),
    schema: value,
  }))
}

/** Every change needs this header, so that pages of other origins cannot make one (API-7). */
function changeHeader({ method, form }: Call): Json[] {
  if (method === 'GET' || form) return []
  const schema = { type: 'string', enum: ['XMLHttpRequest'], default: 'XMLHttpRequest' }
  return [{ name: 'X-Requested-With', in: 'header', required: true, schema }]
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Json
  return rest
}
