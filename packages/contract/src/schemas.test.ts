// What every body's schema keeps: bounded lists, and bounds that the API document shows.
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from './call.ts'
import { contract } from './contract.ts'
import { list, MOST_ISSUES } from './list.ts'

const calls = Object.values(contract).flatMap((noun) => Object.values<Call>(noun))
const inputs = calls.flatMap(({ method, path, ...call }) =>
  [call.params, call.query, call.bodySchema].flatMap((schema) =>
    schema ? schemasIn(schema).map((one) => ({ name: `${method} ${path}`, schema: one })) : [],
  ),
)

test('every list of a request is bounded before its elements, and stops at a few issues', () => {
  const lists = inputs.flatMap(({ name, schema }) => (schema instanceof z.ZodArray ? [{ name, schema }] : []))
  expect(lists.length).toBeGreaterThan(20)
  for (const { name, schema } of lists) {
    const { maxItems } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    expect(maxItems, name).toBeGreaterThan(0)
    const most = maxItems ?? 0
    expect(readsOf(schema, most + 1), name).toBe(0)
    expect(readsOf(schema, most), name).toBeLessThanOrEqual(MOST_ISSUES)
  }
})

test('a list stops at a few issues, also those of lists within it, and skips what refines the whole', () => {
  const Inner = z.object({ names: list(z.string().min(1), 50) })
  const Outer = list(Inner, 50).refine((all) => all.length === 50, 'must be whole')
  const sent = Array.from({ length: 50 }, () => ({ names: Array.from({ length: 50 }, () => '') }))
  const { error } = Outer.safeParse(sent)
  expect(error?.issues).toHaveLength(MOST_ISSUES)
  expect(error?.issues.at(-1)).toMatchObject({ code: 'too_small', path: [0, 'names', 19] })
})

test('a list returns its elements, and tells the path of each wrong one', () => {
  const Names = list(z.string().trim().min(1), 3).min(1)
  expect(Names.parse([' a', 'b '])).toEqual(['a', 'b'])
  expect(Names.safeParse(['a', ' ', 3]).error?.issues.map(({ path }) => path)).toEqual([[1], [2]])
  expect(Names.safeParse([]).error?.issues).toMatchObject([{ code: 'too_small' }])
  expect(Names.safeParse('a').error?.issues).toMatchObject([{ code: 'invalid_type' }])
  expect(Names.safeParse(['', '', '', '']).error?.issues).toMatchObject([{ code: 'too_big', path: [] }])
})

test('no schema hides its bounds behind another one, of which the API document takes the first', () => {
  const hidden = inputs.flatMap(({ name, schema }) => {
    if (!(schema instanceof z.ZodPipe) || schema instanceof z.ZodCodec) return []
    const { in: first, out: second } = schema.def
    if (first instanceof z.ZodTransform || second instanceof z.ZodTransform) return []
    return [`${name}: ${second._zod.def.type}`]
  })
  expect(hidden).toEqual([])
})

/** Returns how many elements of an invalid list are read. */
function readsOf(schema: z.ZodType, length: number): number {
  let reads = 0
  const sent = new Proxy(Array.from({ length }), {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1
      return Reflect.get(target, key, receiver) as unknown
    },
  })
  expect(schema.safeParse(sent).success).toBe(false)
  return reads
}

/** Returns a schema and all schemas within it. */
function schemasIn(schema: z.core.$ZodType, known = new Set<z.core.$ZodType>()): z.core.$ZodType[] {
  if (known.has(schema)) return []
  known.add(schema)
  const { def } = schema._zod
  const parts: unknown[] = [
    ...Object.values(def),
    ...(schema instanceof z.ZodObject ? Object.values(schema.shape) : []),
    ...(schema instanceof z.ZodUnion ? schema.options : []),
  ]
  const inner = parts.flatMap((part) => (part instanceof z.core.$ZodType ? schemasIn(part, known) : []))
  return [schema, ...inner]
}

test('a page whose entries have lists of their own is large', () => {
  const pages = calls.filter(
    ({ query, data }) => data && query instanceof z.ZodObject && 'limit' in query.shape,
  )
  const nested = pages.filter(({ data }) => data && listsWithin(data) > 1)
  expect(nested.length).toBeGreaterThan(5)
  expect(nested.filter(({ large }) => !large).map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

/** Returns how many lists are within each other at most. */
function listsWithin(schema: z.ZodType): number {
  const of = (one: unknown): number => (one instanceof z.ZodType ? listsWithin(one) : 0)
  if (schema instanceof z.ZodArray) return 1 + of(schema.element)
  if (schema instanceof z.ZodObject) return Math.max(0, ...Object.values(schema.shape).map(of))
  if (schema instanceof z.ZodUnion) return Math.max(0, ...schema.options.map(of))
  if (schema instanceof z.ZodRecord) return 1 + of(schema.valueType)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return of(schema.unwrap())
  return 0
}
