import { assert, double, array, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { dimensionsOf, normalized, quantized, VectorBlock } from './quantize.ts'

const cosine = (one: Float32Array, other: Float32Array) =>
  normalized(one).reduce((sum, value, at) => sum + value * (normalized(other)[at] ?? 0), 0)

const vectors = integer({ min: 2, max: 40 }).chain((length) =>
  array(array(double({ min: -100, max: 100, noNaN: true }), { minLength: length, maxLength: length }), {
    minLength: 2,
    maxLength: 70,
  }),
)

test('cosines of quantized vectors are exact within a hundredth', () => {
  assert(
    property(vectors, (numbers) => {
      const all = numbers.map((one) => Float32Array.from(one))
      const question = all[0] ?? new Float32Array()
      const block = new VectorBlock(question.length)
      for (const one of all) {
        const bytes = quantized(one)
        expect(dimensionsOf(bytes)).toBe(question.length)
        block.add(bytes)
      }
      expect(block.size).toBe(all.length)
      all.forEach((one, at) => {
        expect(
          Math.abs(block.cosine(block.prepared(normalized(question)), at) - cosine(question, one)),
        ).toBeLessThan(0.01)
      })
    }),
  )
})

test('a zero vector has the cosine 0', () => {
  const block = new VectorBlock(3)
  block.add(quantized(new Float32Array(3)))
  expect(block.cosine(block.prepared(normalized(new Float32Array([1, 2, 3]))), 0)).toBe(0)
})
