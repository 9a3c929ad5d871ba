// What is typed for an announcement. Pure.
import type { Announcement, AnnouncementForm, AnnouncementKind, Context } from '@polylogue/contract'
import { ANNOUNCEMENT_LIMITS } from '@polylogue/contract/browser'

export interface Draft {
  title: string
  text: string
  kind: AnnouncementKind
  form: AnnouncementForm
  to: 'everybody' | 'group'
  /** The chosen group. */
  group: Context | null
  /** A local time, as a field for date and time has it. */
  ends: string
}

const DAY_MS = 86_400_000
const USUAL_DAYS = 7

export const emptyDraft = (now: Date): Draft => ({
  title: '',
  text: '',
  kind: 'info',
  form: 'banner',
  to: 'everybody',
  group: null,
  ends: localOf(new Date(now.getTime() + USUAL_DAYS * DAY_MS)),
})

export const draftOf = ({ title, text, kind, form, group, ends }: Announcement): Draft => ({
  title,
  text,
  kind,
  form,
  to: group ? 'group' : 'everybody',
  group: null,
  ends: localOf(new Date(ends)),
})

export type Wrong = Partial<Record<'title' | 'text' | 'group' | 'ends', true>>

/** Returns the fields that cannot be sent; a stored end may have passed. */
export function wrongIn({ title, text, to, group, ends }: Draft, now: Date, stored?: Announcement): Wrong {
  const isEndKept = stored !== undefined && ends === localOf(new Date(stored.ends))
  const left = new Date(ends).getTime() - now.getTime()
  const endFits = left > 0 && left <= ANNOUNCEMENT_LIMITS.days * DAY_MS
  return {
    ...(title.trim() === '' ? { title: true } : {}),
    ...(text.trim().length > ANNOUNCEMENT_LIMITS.text ? { text: true } : {}),
    ...(to === 'group' && !group && !stored ? { group: true } : {}),
    ...(isEndKept || endFits ? {} : { ends: true }),
  }
}

/** Returns what the calls take; a kept end is left out, because the field has no seconds. */
export function wordsOf({ title, text, kind, ends }: Draft, stored?: Announcement) {
  const words = { title: title.trim(), text: text.trim(), kind }
  const isEndKept = stored !== undefined && ends === localOf(new Date(stored.ends))
  return { ...words, ...(isEndKept ? {} : { ends: new Date(ends).toISOString() }) }
}

/** Returns a time as a field for date and time takes it, without seconds. */
export function localOf(time: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`
}
