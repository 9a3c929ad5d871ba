// What the list of users is filtered and sorted by, and the limits of changes to many of them.

/** The states of an account: what it may use, or that its password must be changed first. */
export const ACCOUNT_STATES = ['active', 'passwordDue', 'pageOnly', 'apiOnly', 'disabled'] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

/** Seen in the last week or month, or not for a month or a quarter; `never` is part of the last two, too. */
export const LAST_SEEN = ['week', 'month', 'notMonth', 'notQuarter', 'never'] as const
export type LastSeen = (typeof LAST_SEEN)[number]

/** The orders of the list; `seen`: not seen for the longest time first. */
export const PEOPLE_ORDERS = ['newest', 'name', 'seen'] as const
export type PeopleOrder = (typeof PEOPLE_ORDERS)[number]

/** The most users that one call changes: a page of the list. */
export const BULK_USERS = 100

/** Why a change of many leaves one out: their role or access is above the caller's, it is the caller, or the group's owner. */
export const BULK_REFUSALS = ['gone', 'yourself', 'above', 'owner', 'lastSuperuser'] as const
export type BulkRefusal = (typeof BULK_REFUSALS)[number]
