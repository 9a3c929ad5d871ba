// Detects changed fields and conflicting edits (API-12).
import { isDeepStrictEqual } from 'node:util'
import type { Clock } from './clock.ts'
import { Problem } from '#problem.ts'

/** Returns the sent fields that differ from the stored ones; undefined when none does. Omitted fields are unchanged. */
export function changeOf<Fields extends object>(stored: Fields, sent: Fields): Fields | undefined {
  const before = new Map<string, unknown>(Object.entries(stored))
  const differing = Object.entries(sent).filter(
    ([key, value]) => value !== undefined && !isDeepStrictEqual(value, before.get(key)),
  )
  return differing.length ? (Object.fromEntries(differing) as Fields) : undefined
}

/** @throws Problem CONFLICT when the stored state is newer than `ifModified` */
export function requireUnchanged(stored: { readonly modified: Date }, ifModified: string | undefined): void {
  if (ifModified !== undefined && Date.parse(ifModified) !== stored.modified.getTime())
    throw new Problem('CONFLICT')
}

/** Returns the current time, at least one millisecond after `modified`, so that two quick changes have different times. */
export function laterThan(modified: Date, clock: Clock): Date {
  return new Date(Math.max(clock.now().getTime(), modified.getTime() + 1))
}
