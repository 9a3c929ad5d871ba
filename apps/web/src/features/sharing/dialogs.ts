// The dialog and its parts, loaded on first use.
import { lazyView } from '#lib/load-code.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** Name of the dialog in the address. */
export const SHARING = 'sharing'

/** Shows and edits the shares of an item of any kind, or leaves it. */
export const ItemSharing = lazyDialog(async () => (await import('./item-sharing.tsx')).ItemSharing)

/** Selects the shares of a new item. */
export const ContextPicker = lazyView(async () => (await import('./context-picker.tsx')).ContextPicker)

/** Shows the avatars of the users of an item. */
export const SharedPeople = lazyView(async () => (await import('./shared-people.tsx')).SharedPeople)

/** Lists who has an item, with their access. */
export const PeopleOf = lazyView(async () => (await import('./people-of.tsx')).PeopleOf)

export const SharingLine = lazyView(async () => (await import('./sharing-line.tsx')).SharingLine)

/** Says in a line of a list who shares an item, or with how many it is shared. */
export const SharingFact = lazyView(async () => (await import('./sharing-fact.tsx')).SharingFact)
