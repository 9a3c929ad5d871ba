// What is sent of announcements. Pure.
import { ANNOUNCEMENT_LIMITS, type Announcement } from '@polylogue/contract'

/** An announcement as it is stored, with the names of its group and author. */
export interface AnnouncementRow extends Pick<
  Announcement,
  'id' | 'title' | 'text' | 'kind' | 'form' | 'author' | 'isOver'
> {
  readonly groupContextId: number | null
  readonly groupName: string | null
  readonly ends: Date
  readonly created: Date
  readonly modified: Date
}

export function toAnnouncement(row: AnnouncementRow): Announcement {
  const { id, title, text, kind, form, author, isOver, groupContextId, groupName } = row
  return {
    id,
    title,
    text,
    kind,
    form,
    author,
    isOver,
    group: groupContextId === null ? null : { id: groupContextId, name: groupName ?? '' },
    ends: row.ends.toISOString(),
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
  }
}

const DAY_MS = 86_400_000

/** Returns why an announcement cannot end then; undefined if it can. */
export function wrongEnd(ends: string, now: Date): string | undefined {
  const left = Date.parse(ends) - now.getTime()
  if (left <= 0) return 'must be in the future'
  return left > ANNOUNCEMENT_LIMITS.days * DAY_MS
    ? `must be at most ${ANNOUNCEMENT_LIMITS.days} days away`
    : undefined
}
