import type { LeftOut } from '@polylogue/contract'
import { BULK_USERS } from '@polylogue/contract/browser'

export interface Outcome {
  readonly changed: number
  /** Who already were as wanted. */
  readonly unchanged: number
  readonly leftOut: readonly LeftOut[]
  /** Not tried, because of the error. */
  readonly untried: number
  readonly error?: unknown
}

/** Changes many people with one call per `BULK_USERS`; an error ends it and is part of the outcome. */
export async function changeMany(
  ids: readonly number[],
  change: (part: number[]) => Promise<{ changed: readonly number[]; leftOut: readonly LeftOut[] }>,
): Promise<Outcome> {
  let changed = 0
  const leftOut: LeftOut[] = []
  for (let at = 0; at < ids.length; at += BULK_USERS)
    try {
      const done = await change(ids.slice(at, at + BULK_USERS))
      changed += done.changed.length
      leftOut.push(...done.leftOut)
    } catch (error) {
      return { changed, unchanged: at - changed - leftOut.length, leftOut, untried: ids.length - at, error }
    }
  return { changed, unchanged: ids.length - changed - leftOut.length, leftOut, untried: 0 }
}
