import { ITEM_DIALOGS, itemDialog, itemParam, useIsOffered, type ItemKind } from '#features/items/index.ts'
import { useDialogsOf } from '#lib/dialogs.ts'
import { ITEM_KINDS } from '../item-kinds.ts'

/** The dialogs of items that open on every page: lists, messages and the palette open them. */
export const ItemDialogs = () => ITEM_KINDS.map((kind) => <DialogsOf key={kind.noun} kind={kind} />)

function DialogsOf({ kind }: { kind: ItemKind }) {
  const { noun, dialogs } = kind
  const { open, id } = useDialogsOf(itemParam(noun))
  const isOffered = useIsOffered()
  if (!dialogs || !isOffered(kind)) return null
  const { View, further = [], opensAlone = false } = dialogs
  const isNamed = [...ITEM_DIALOGS, ...further].some((dialog) => itemDialog(noun, dialog) === open)
  return <View opened={isNamed || (opensAlone && open === null && id !== null)} />
}
