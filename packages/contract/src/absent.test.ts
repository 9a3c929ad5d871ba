// Null for an optional field counts as absent where it has no meaning of its own.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { withoutNulls } from './absent.ts'
import type { Call } from './call.ts'
import { contract } from './contract.ts'
import { list } from './list.ts'

const calls = Object.values(contract).flatMap((noun) => Object.values<Call>(noun))

test('leaves out the nulls of optional fields, keeps those with a meaning, and those of required fields', () => {
  const Item = z.object({
    required: z.string(),
    optional: z.string().optional(),
    defaulted: z.string().default('x'),
    cleared: z.number().nullable().optional(),
  })
  const nulls = { required: null, optional: null, defaulted: null, cleared: null, unknown: null }
  const rest = { required: null, cleared: null, unknown: null }
  expect(withoutNulls(Item, nulls)).toEqual(rest)
  expect(withoutNulls(z.object({ items: list(Item, 3).optional() }), { items: [nulls] })).toEqual({
    items: [rest],
  })
  expect(withoutNulls(z.record(z.string(), Item), { a: nulls })).toEqual({ a: rest })
  expect(withoutNulls(Item.transform(String), nulls)).toEqual(rest)
})

test('of the members of a union those that fit decide', () => {
  const Shape = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('a'), size: z.number().nullable() }),
    z.object({ kind: z.literal('b'), size: z.number().optional() }),
  ])
  expect(withoutNulls(Shape, { kind: 'a', size: null })).toEqual({ kind: 'a', size: null })
  expect(withoutNulls(Shape, { kind: 'b', size: null })).toEqual({ kind: 'b' })
  expect(
    withoutNulls(z.union([z.string(), list(z.object({ a: z.string().optional() }), 2)]), [{ a: null }]),
  ).toEqual([{}])
})

test('returns the same value without such nulls, and leaves lists beyond their limit alone', () => {
  const Outer = z.object({ items: list(z.object({ name: z.string().optional() }), 2) })
  const sent = { items: [{ name: 'x' }, {}] }
  expect(withoutNulls(Outer, sent)).toBe(sent)
  const long = { items: Array.from({ length: 3 }, () => ({ name: null })) }
  expect(withoutNulls(Outer, long)).toBe(long)
})

const bodies = calls.flatMap(({ method, path, bodySchema }) =>
  bodySchema ? [[`${method} ${path}`, bodySchema] as const] : [],
)

test.each(bodies)('%s: null in an optional field, at any depth, is no issue', (_, schema) => {
  for (const { value, path } of nulled(schema)) {
    const issues = schema.safeParse(withoutNulls(schema, value)).error?.issues ?? []
    expect(issues.filter((issue) => issue.path.join('.') === path)).toEqual([])
  }
})

/** Returns values with null in one optional field each, with the field's path. */
function nulled(schema: z.core.$ZodType): { value: unknown; path: string }[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object')
    return Object.entries(def.shape as Record<string, z.core.$ZodType>).flatMap(([name, field]) => [
      ...(field._zod.optin !== undefined ? [{ value: { [name]: null }, path: name }] : []),
      ...nulled(field).map(({ value, path }) => ({ value: { [name]: value }, path: `${name}.${path}` })),
    ])
  if (def.type === 'array')
    return nulled(def.element).map(({ value, path }) => ({ value: [value], path: `0.${path}` }))
  if (def.type === 'pipe') return nulled(def.in)
  if ('innerType' in def) return nulled(def.innerType)
  return []
}
