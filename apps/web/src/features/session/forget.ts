// Personal data that this browser keeps outside the session: drafts, chosen files, unread marks, the last place. It survives
// a reload and an expired session, but not signing out, so that another person cannot find it (SIGNIN-16).
import type { QueryClient } from '@tanstack/react-query'
import { forgetKeptFiles } from '#features/drafts/index.ts'
import { recall, remember } from '#lib/preferences.ts'
import { forgetUserCopy } from './user-copy.ts'

/** A key consists of one of these prefixes, then the user id, alone or followed by a point. */
const PREFIXES = ['polylogue.draft.', 'polylogue.unread.', 'polylogue.compare.', 'polylogue.whole.']

/** Deletes the stored data of all users except one. */
export async function forgetPeople(page: QueryClient, except?: number): Promise<void> {
  if (except === undefined) remember('tab', null)
  if (recall('library') !== String(except)) remember('library', null)
  for (const area of ['localStorage', 'sessionStorage'] as const) forgetIn(area, except)
  await forgetKeptFiles(page, except)
}

function forgetIn(area: 'localStorage' | 'sessionStorage', except: number | undefined): void {
  try {
    const storage = window[area]
    for (const key of Object.keys(storage)) if (isSomebodys(key, except)) storage.removeItem(key)
    forgetUserCopy(storage, except)
  } catch {
    // Access to storage is blocked: nothing was stored.
    return
  }
}

/** Returns whether a key belongs to a user other than the given one. */
export function isSomebodys(key: string, except: number | undefined): boolean {
  const prefix = PREFIXES.find((one) => key.startsWith(one))
  return prefix !== undefined && key.slice(prefix.length).split('.')[0] !== String(except)
}
