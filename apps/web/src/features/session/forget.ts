// What this browser keeps of people beside their session: unsent text, chosen files, marks, the place they were last. It outlives a
// reload and a session that ended by itself, but not signing out, and nobody finds what another person left (S103).
import { forgetFilesBut } from '../conversation-state/index.ts'
import { remember } from '../../lib/preferences.ts'

/** Before the id of the person and a point, or the id alone. */
const PREFIXES = ['polylogue.draft.', 'polylogue.unread.', 'polylogue.compare.', 'polylogue.whole.']

/** Forgets what people have left in this browser, but for one of them. */
export async function forgetPeople(except?: number): Promise<void> {
  if (except === undefined) remember('tab', null)
  for (const area of ['localStorage', 'sessionStorage'] as const) forgetIn(area, except)
  await forgetFilesBut(except)
}

function forgetIn(area: 'localStorage' | 'sessionStorage', except: number | undefined): void {
  try {
    const storage = window[area]
    for (const key of Object.keys(storage)) if (isSomebodys(key, except)) storage.removeItem(key)
  } catch {
    // A forbidden storage keeps nothing.
    return
  }
}

/** Whether a key is a person's, and not that one's. */
export function isSomebodys(key: string, except: number | undefined): boolean {
  const prefix = PREFIXES.find((one) => key.startsWith(one))
  return prefix !== undefined && key.slice(prefix.length).split('.')[0] !== String(except)
}
