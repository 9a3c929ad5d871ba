// Many clients write null for a field that they leave out. Where null has no meaning of its own, it counts as absent.
import type { z } from 'zod'
import { mostOf } from './list.ts'

type Schema = z.core.$ZodType
type Fields = Record<string, unknown>

/**
 * Returns the value without the nulls of optional fields whose schema does not accept null, at every depth; the same value if
 * it has none. One pass over what the schema describes; lists beyond their limit are left alone.
 */
export function withoutNulls(schema: Schema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object') return isFields(value) ? ofFields([def.shape], value) : value
  if (def.type === 'array')
    return Array.isArray(value) && value.length <= mostOf(def)
      ? ofList(def.element, value as unknown[])
      : value
  if (def.type === 'record') return isFields(value) ? ofRecord(def.valueType, value) : value
  if (def.type === 'union') return ofUnion(def.options, value)
  if (def.type === 'pipe') return withoutNulls(def.in, value)
  return 'innerType' in def ? withoutNulls(def.innerType, value) : value
}

type Shape = Readonly<Record<string, Schema>>

/** The shapes are those of a union's members that fit: a null which one of them accepts has a meaning. */
function ofFields(shapes: readonly Shape[], value: Fields): Fields {
  let rest = value
  const change = () => (rest === value ? (rest = { ...value }) : rest)
  for (const name of new Set(shapes.flatMap((shape) => Object.keys(shape)))) {
    if (!Object.hasOwn(value, name)) continue
    const schemas = shapes.flatMap((shape) => shape[name] ?? [])
    if (value[name] === null) {
      if (schemas.some(isOptional) && !schemas.some(acceptsNull)) delete change()[name]
      continue
    }
    const inner = schemas.reduce<unknown>((left, schema) => withoutNulls(schema, left), value[name])
    if (inner !== value[name]) change()[name] = inner
  }
  return rest
}

function ofList(element: Schema, value: unknown[]): unknown[] {
  const rest = value.map((one) => withoutNulls(element, one))
  return rest.some((one, at) => one !== value[at]) ? rest : value
}

function ofRecord(schema: Schema, value: Fields): Fields {
  const entries = Object.entries(value).map(([key, one]) => [key, withoutNulls(schema, one)] as const)
  return entries.some(([key, one]) => one !== value[key]) ? Object.fromEntries(entries) : value
}

function ofUnion(options: readonly Schema[], value: object): unknown {
  if (!isFields(value)) return options.reduce<unknown>((left, option) => withoutNulls(option, left), value)
  const shapes = options.map(shapeOf).filter((shape) => shape !== undefined)
  const fitting = shapes.filter((shape) => fits(shape, value))
  const rest = ofFields(fitting, value)
  const others = options.filter((option) => !shapeOf(option))
  return others.reduce<unknown>((left, option) => withoutNulls(option, left), rest)
}

function shapeOf(schema: Schema): Shape | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'object' ? def.shape : undefined
}

/** Whether the literal fields of a shape, such as a kind, have the value's. */
const fits = (shape: Shape, value: Fields): boolean =>
  Object.entries(shape).every(([name, schema]) => {
    const { def } = (schema as z.core.$ZodTypes)._zod
    return def.type !== 'literal' || def.values.some((one) => one === value[name])
  })

const isOptional = (schema: Schema): boolean => schema._zod.optin !== undefined

const known = new WeakMap<Schema, boolean>()

function acceptsNull(schema: Schema): boolean {
  const before = known.get(schema)
  if (before !== undefined) return before
  const accepts = (schema as z.ZodType).safeParse(null).success
  known.set(schema, accepts)
  return accepts
}

const isFields = (value: object): value is Fields => !Array.isArray(value)
