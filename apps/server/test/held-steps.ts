import { vi } from 'vitest'
import type { TestDatabase } from './db.ts'

/** What a step returns: the project that is being imported, or the tab that is being copied. */
interface Begun {
  readonly project?: { readonly type: number }
  readonly tab?: { readonly type: number }
}

/** Holds work in steps after the transactions whose results are so, until the returned function is called. */
export function holdAfter(db: TestDatabase, isHeld: (result: Begun) => boolean): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  const transaction = db.transaction.bind(db)
  const held = vi.spyOn(db, 'transaction').mockImplementation(async (work, ...options) => {
    const done = await transaction(work, ...options)
    if (typeof done === 'object' && done !== null && isHeld(done)) await promise
    return done
  })
  return () => {
    held.mockRestore()
    resolve()
  }
}
