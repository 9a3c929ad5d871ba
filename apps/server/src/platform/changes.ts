// Changes of things that several people edit: field by field, and noticed (quality bar: lost updates).
import { isDeepStrictEqual } from 'node:util'
import type { Clock } from './clock.ts'
import { Problem } from '../problem.ts'

/** The fields sent that differ from what is stored; undefined when none does. What was not sent stays as it is. */
export function changeOf<Fields extends object>(stored: Fields, sent: Fields): Fields | undefined {
  const before = new Map<string, unknown>(Object.entries(stored))
  const differing = Object.entries(sent).filter(
    ([key, value]) => value !== undefined && !isDeepStrictEqual(value, before.get(key)),
  )
  return differing.length ? (Object.fromEntries(differing) as Fields) : undefined
}

/** @throws Problem CONFLICT when a change was made from an older state than the stored one. */
export function requireUnchanged(stored: { readonly modified: Date }, ifModified: string | undefined): void {
  if (ifModified !== undefined && Date.parse(ifModified) !== stored.modified.getTime())
    throw new Problem('CONFLICT')
}

/** Now, but after the last change: two changes within a millisecond must not look like one. */
export function laterThan(modified: Date, clock: Clock): Date {
  return new Date(Math.max(clock.now().getTime(), modified.getTime() + 1))
}
