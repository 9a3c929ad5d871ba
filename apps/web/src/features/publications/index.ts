import { lazyView } from '#lib/load-code.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'

export { PUBLICATIONS } from './dialog-name.ts'

/** The requests that wait for the user's approval; the shell shows it on every page. */
export const PublicationsDialog = lazyDialog(
  async () => (await import('./publications-dialog.tsx')).PublicationsDialog,
)

/** Says how many requests wait for the user's approval, and opens them. */
export const WaitingRequests = lazyView(async () => (await import('./waiting-requests.tsx')).WaitingRequests)

/** The requests to publish an item, for people who manage it; nothing when there is none. */
export const ItemRequests = lazyView(async () => (await import('./item-requests.tsx')).ItemRequests)

/** The same in the navigation and on the dashboard; nothing when there is none. */
export const ApprovalsRow = lazyView(async () => (await import('./waiting-requests.tsx')).ApprovalsRow)
