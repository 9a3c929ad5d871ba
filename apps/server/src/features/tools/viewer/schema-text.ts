// Renders a JSON schema in TypeScript's notation, with limits and defaults as comments.

/** The parts of a schema that the API document uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly format?: string
  readonly description?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** Renders the shape of a schema, with one line per property. */
export function schemaText(schema: Schema, indent = ''): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? ''
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((one) => schemaText(one, indent)).join(' | ')
  if (schema.allOf) return schema.allOf.map((one) => schemaText(one, indent)).join(' & ')
  if (schema.properties) return objectText(schema, indent)
  if (schema.type === 'array') return arrayText(schemaText(schema.items ?? {}, indent))
  if (schema.type === 'object') return recordText(schema, indent)
  return [schema.type ?? 'any'].flat().join(' | ')
}

/** Returns limits, default and description of a value in one line; empty without any. */
export function schemaNote(schema: Schema): string {
  const notes = [
    schema.format ?? '',
    range(
      '',
      schema.exclusiveMinimum === undefined ? schema.minimum : schema.exclusiveMinimum + 1,
      schema.maximum,
    ),
    range(' characters', schema.minLength, schema.maxLength),
    range(' items', schema.minItems, schema.maxItems),
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
    schema.description ?? '',
  ]
  return notes.filter(Boolean).join(', ')
}

function objectText({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, schema]) => {
    const note = schemaNote(schema)
    const shape = `${name}${required.includes(name) ? '' : '?'}: ${schemaText(schema, inner)}`
    return `${inner}${shape}${note && `  // ${note}`}`
  })
  return lines.length > 0 ? `{\n${lines.join('\n')}\n${indent}}` : '{}'
}

function recordText({ additionalProperties }: Schema, indent: string): string {
  if (typeof additionalProperties !== 'object') return 'object'
  return `{ [name]: ${schemaText(additionalProperties, indent)} }`
}

const arrayText = (item: string) => (/ [|&] /.test(item) ? `(${item})[]` : `${item}[]`)

/** Omits bounds that all integers have. */
function range(unit: string, least: number | undefined, most: number | undefined): string {
  const from = least === undefined || least <= -Number.MAX_SAFE_INTEGER || (unit && least === 0) ? '' : least
  const to = most === undefined || most >= Number.MAX_SAFE_INTEGER ? '' : most
  if (from === '' && to === '') return ''
  if (to === '') return `from ${from}${unit}`
  return from === '' ? `up to ${to}${unit}` : `${from} to ${to}${unit}`
}
