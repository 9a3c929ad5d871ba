// Finds every text field and every list of a call by its schemas, and puts a value into it.
import { z } from 'zod'
import type { Call } from '@polylogue/contract'

type Json = Readonly<Record<string, unknown>>

interface ContractField {
  readonly name: string
  /** The most characters or elements by the schema. */
  readonly longest: number | undefined
  /** An element of a list, as the schema has it; of a text there is none. */
  readonly element?: unknown
  /** Returns a copy of the part with the value in this field, and with what else the way to it requires. */
  put(part: unknown, value: unknown): unknown
}

export interface TextField extends ContractField {
  readonly part: 'params' | 'query' | 'body'
}

export type ListField = ContractField

type FieldPath = Pick<ContractField, 'name' | 'put'>

/** Deep enough for every field; a schema that contains itself ends here. */
const DEEPEST = 8

/** Returns the lists of a body. */
export function listFieldsOf({ bodySchema }: Call): ListField[] {
  if (!bodySchema) return []
  const root = jsonSchemaOf(bodySchema)
  return fieldsOf(root, root).filter((found) => 'element' in found)
}

const jsonSchemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json

/** Returns the text fields of path, query and body; those of a path and a query are all text when they arrive. */
export function textFieldsOf(call: Call): TextField[] {
  const parts = { params: call.params, query: call.query, body: call.bodySchema }
  return Object.entries(parts).flatMap(([name, schema]) => {
    if (!schema) return []
    const part = name as TextField['part']
    const root = jsonSchemaOf(schema)
    const found =
      part === 'body'
        ? fieldsOf(root, root).filter((one) => !('element' in one))
        : Object.keys(object(root['properties'])).map((key) => ({ ...field, ...inObject({}, key, field) }))
    return found.map((each) => ({ ...each, part, name: `${part}${each.name}` }))
  })
}

const field: ContractField = { name: '', longest: undefined, put: (_, value) => value }

function fieldsOf(schema: Json, root: Json, depth = 0): ContractField[] {
  if (depth > DEEPEST) return []
  const inner = (one: unknown) => fieldsOf(object(one), root, depth + 1)
  const within = (one: unknown, wrap: (found: ContractField) => FieldPath): ContractField[] =>
    inner(one).map((found) => ({ ...found, ...wrap(found) }))
  if (typeof schema['$ref'] === 'string') return inner(referred(schema['$ref'], root))
  const options = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => list(schema[key]))
  if (options.length > 0) return options.flatMap(inner)
  const type = schema['type']
  if (type === 'string' || (type === undefined && !('enum' in schema) && !('const' in schema)))
    return [{ ...field, longest: Number(schema['maxLength'] ?? 0) || undefined }]
  if (type === 'array') {
    const whole: ContractField = {
      ...field,
      longest: Number(schema['maxItems'] ?? 0) || undefined,
      element: sample(object(schema['items']), root),
    }
    const elements = [...list(schema['prefixItems']), schema['items'] ?? false]
    return [
      whole,
      ...elements.flatMap((one) => (one ? within(one, (found) => inArray(one, root, found)) : [])),
    ]
  }
  const made = sample(schema, root)
  const named = Object.entries(object(schema['properties'])).flatMap(([key, one]) =>
    within(one, (found) => inObject(made, key, found)),
  )
  const other = schema['additionalProperties']
  if (typeof other !== 'object' || other === null) return named
  const asKey: ContractField = {
    ...field,
    name: '.(key)',
    put: (_, value) => ({ [String(value)]: sample(object(other), root) }),
  }
  return [...named, asKey, ...within(other, (found) => inObject({}, 'key', found))]
}

function inObject(made: unknown, key: string, found: ContractField): FieldPath {
  return {
    name: `.${key}${found.name}`,
    put: (part, value) => {
      const whole = { ...object(made), ...object(part), ...fixed(made) }
      return { ...whole, [key]: found.put(whole[key], value) }
    },
  }
}

function inArray(schema: unknown, root: Json, found: ContractField): FieldPath {
  return {
    name: `[]${found.name}`,
    put: (part, value) => {
      const [first = sample(object(schema), root), ...others] = list(part)
      return [found.put(first, value), ...others]
    },
  }
}

/** The texts that tell the members of a union apart; those of the member win over an earlier value. */
const fixed = (made: unknown): Json =>
  Object.fromEntries(Object.entries(object(made)).filter(([key]) => ['type', 'kind', 'role'].includes(key)))

/** Returns a value for a schema, with required fields only. It need not fulfil a pattern. */
function sample(schema: Json, root: Json): unknown {
  if (typeof schema['$ref'] === 'string') return sample(referred(schema['$ref'], root), root)
  if ('const' in schema) return schema['const']
  const [option] = [...list(schema['enum']), ...list(schema['anyOf']), ...list(schema['oneOf'])]
  if (option !== undefined) return 'enum' in schema ? option : sample(object(option), root)
  if (schema['type'] === 'array')
    return list(schema['minItems'] ? [schema['items']] : []).map((one) => sample(object(one), root))
  if (schema['type'] === 'number' || schema['type'] === 'integer')
    return Math.max(1, Number(schema['minimum'] ?? 1))
  if (schema['type'] === 'boolean') return true
  if (schema['type'] !== 'object') return 'a'
  const properties = object(schema['properties'])
  return Object.fromEntries(
    list(schema['required']).map((key) => [String(key), sample(object(properties[String(key)]), root)]),
  )
}

const referred = (reference: string, root: Json): Json =>
  reference
    .split('/')
    .slice(1)
    .reduce((at: Json, key) => object(at[key]), root)

const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])
