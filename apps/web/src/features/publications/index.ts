import { lazyView } from '#lib/load-code.ts'

/** Says how many requests wait for the user's approval, and has the dialog with them; at most once per page. */
export const WaitingRequests = lazyView(async () => (await import('./waiting-requests.tsx')).WaitingRequests)

/** The requests to publish an item, for people who manage it; nothing when there is none. */
export const ItemRequests = lazyView(async () => (await import('./item-requests.tsx')).ItemRequests)
