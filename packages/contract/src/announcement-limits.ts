// Limits and words of announcements, without schemas, for the page (ANNOUNCE-*).

/** Characters of an announcement; announcements that are kept on one side of a tenant’s wall; banners that are shown at a time; days until the end. */
export const ANNOUNCEMENT_LIMITS = { title: 200, text: 2_000, kept: 200, banners: 5, days: 366 } as const

export const ANNOUNCEMENT_KINDS = ['info', 'warning', 'error'] as const
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number]

/** As an entry of each person’s notifications, or as a line above every page that one can put away. */
export const ANNOUNCEMENT_FORMS = ['notification', 'banner'] as const
export type AnnouncementForm = (typeof ANNOUNCEMENT_FORMS)[number]
