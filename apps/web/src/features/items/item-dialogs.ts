// The dialogs of items, by their names in the address: `?dialog=edit-prompt&prompt=4`.
import { useState } from 'react'
import { useDialogsOf } from '#lib/dialogs.ts'
import type { ItemNoun } from './item-texts.ts'

/** The dialogs that every kind of item has. A kind may have further ones. */
export const ITEM_DIALOGS = ['create', 'edit', 'share', 'remove'] as const

/** Names of dialogs that do not begin with their own verb. */
const NAMES: Readonly<Record<string, (item: string) => string>> = {
  create: (item) => `new-${item}`,
  remove: (item) => `delete-${item}`,
  versions: (item) => `${item}-versions`,
}

/** Returns the parameter of an address with the id of an item: the noun in the singular. */
export const itemParam = (noun: string): string => noun.slice(0, -1)

/** Returns the name of a dialog in an address. */
export const itemDialog = (noun: string, dialog: string): string =>
  NAMES[dialog]?.(itemParam(noun)) ?? `${dialog}-${itemParam(noun)}`

interface ItemDialogsState {
  /** The id of the item that the address names. */
  id: number | null
  /** Whether the address names this dialog. */
  isOpen: (dialog: string) => boolean
  /** Opens a dialog, about one item or to create one. */
  show: (dialog: string, id?: number) => void
  close: () => void
}

/** Returns the dialogs of a kind of item, and functions to open and close them. */
export function useItemDialogs(noun: ItemNoun): ItemDialogsState {
  const { open, id, show, close } = useDialogsOf(itemParam(noun))
  return {
    id,
    isOpen: (dialog) => open === itemDialog(noun, dialog),
    show: (dialog, of) => show(itemDialog(noun, dialog), of),
    close,
  }
}

/**
 * Returns the item for the dialogs about it: the one that the address names, or while its dialog closes the last one. `named` is
 * undefined until it is loaded, and when it is gone.
 */
export function useDialogItem<Item extends { id: number }>(noun: ItemNoun, named: Item | undefined) {
  const { id, isOpen, close } = useItemDialogs(noun)
  const item = useLastItem(named)
  return {
    item,
    isOpen,
    close,
    /** Whether a dialog about the item is open. */
    isAbout: (dialog: string) => named !== undefined && isOpen(dialog),
    /** Also while the item is gone: the user may be typing. */
    isKept: (dialog: string) => item?.id === id && isOpen(dialog),
  }
}

/** Returns the named item, or while its dialog closes the last one. */
export function useLastItem<Item>(named: Item | undefined): Item | undefined {
  const [last, setLast] = useState(named)
  if (named !== undefined && named !== last) setLast(named)
  return named ?? last
}
