// The dialog and its part: fetched when first opened.
import { lazyView } from '../../lib/load-code.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

/** The name of the dialog in the address. */
export const SHARING = 'sharing'

/** With whom an item of any noun is shared. */
export const ItemSharingDialog = lazyDialog(
  async () => (await import('./item-sharing-dialog.tsx')).ItemSharingDialog,
)

/** Chooses with whom something that is being made is shared. */
export const ContextPicker = lazyView(async () => (await import('./context-picker.tsx')).ContextPicker)

/** Who reads along, as pictures in a bar. */
export const SharedPeople = lazyView(async () => (await import('./shared-people.tsx')).SharedPeople)

export const SharingLine = lazyView(async () => (await import('./sharing-line.tsx')).SharingLine)
