// Remembers how long the vectors of each model are, so that memory for them can be reserved before they are made.

export interface VectorLengths {
  expected(tagId: number): number
  note(tagId: number, length: number): void
}

/** Most models make no more. */
const USUAL = 1_024
/** More models than an installation has. */
const MAX_MODELS = 1_000

export function vectorLengths(): VectorLengths {
  const known = new Map<number, number>()
  return {
    expected: (tagId) => known.get(tagId) ?? USUAL,
    note(tagId, length) {
      if (known.size >= MAX_MODELS) known.clear()
      known.set(tagId, length)
    },
  }
}
