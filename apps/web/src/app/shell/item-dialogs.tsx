import { ITEM_DIALOGS, itemDialog, itemParam, type ItemKind } from '#features/items/index.ts'
import { useViewer } from '#features/session/index.ts'
import { useDialogsOf } from '#lib/dialogs.ts'
import { ITEM_KINDS } from '../item-kinds.ts'

/** The dialogs of items that open on every page: lists, messages and the palette open them. */
export const ItemDialogs = () => ITEM_KINDS.map((kind) => <DialogsOf key={kind.noun} kind={kind} />)

function DialogsOf({ kind: { noun, needs, dialogs } }: { kind: ItemKind }) {
  const { open, id } = useDialogsOf(itemParam(noun))
  const permissions = useViewer().data?.permissions
  if (!dialogs || (needs !== undefined && !permissions?.includes(needs))) return null
  const { View, further = [], opensAlone = false } = dialogs
  const isNamed = [...ITEM_DIALOGS, ...further].some((dialog) => itemDialog(noun, dialog) === open)
  return <View opened={isNamed || (opensAlone && open === null && id !== null)} />
}
