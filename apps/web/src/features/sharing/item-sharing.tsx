import type { AssocContext } from '@polylogue/contract'
import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useUserContextId } from '#features/contexts/index.ts'
import { useItemTexts, type ItemNoun } from '#features/items/index.ts'
import { usePermission } from '#features/session/index.ts'
import { EditSharing } from './edit-sharing.tsx'
import { entriesOf, holdersOf, ownLevel, type Holder, type SharedItem } from './holders.ts'
import { LeaveItem } from './leave-item.tsx'
import { SharingInfo } from './sharing-info.tsx'

interface ItemSharingProps {
  /** The kind of item, which has the texts for leaving it. */
  noun: ItemNoun
  /** Chooses texts of the noun, see `inWordsOf` of projects. */
  context?: 'chat'
  item: SharedItem
  opened: boolean
  /** Names a side effect of storing the shares. */
  note?: string | undefined
  /** What the form has below the chosen people and groups. */
  beside?: (holders: readonly Holder[]) => ReactNode
  /** Replaces the shares; rejects with CONFLICT if the item changed since `ifModified`. */
  update: (change: { id: number; assocContexts: AssocContext[]; ifModified: string }) => Promise<unknown>
  /** Fetches the stored item. */
  stored: (id: number) => Promise<SharedItem>
  /** The lists that do not have the item any more when the reader has left it. */
  lists: QueryKey
  /** Called when the reader has left the item; by default the dialog closes. */
  onLeft?: () => void
  onClose: () => void
}

type Step = 'info' | 'edit' | 'leave'

/** Shows the shares of an item of any kind; users who manage it can edit them, all but the owner can leave. */
export function ItemSharing(props: ItemSharingProps) {
  const { noun, context, item, opened, onClose } = props
  const { t } = useTranslation('sharing')
  const own = useUserContextId()
  const [dirty, setDirty] = useState(false)
  // After hooks with state: see `useTranslation`.
  const leaveVerb = useItemTexts(noun)('leave', { context })
  const manages = ownLevel(item) === 'admin'
  const { step, isFirst, go } = useStep(item, opened, () => setDirty(false))
  const isOwn = item.context.ownerContextId === own
  return (
    <Dialog
      opened={opened}
      title={step === 'leave' ? leaveVerb : t('title', { name: item.name })}
      lead={step === 'edit' ? t('editLead') : undefined}
      width={step === 'leave' ? 480 : 640}
      dirty={step === 'edit' && dirty}
      onClose={onClose}
    >
      {step === 'info' && (
        <SharingInfo
          item={item}
          onEdit={manages ? () => go('edit') : undefined}
          onLeave={own !== 0 && !isOwn ? () => go('leave') : undefined}
          leaveVerb={leaveVerb}
          onClose={onClose}
        />
      )}
      {step === 'edit' && (
        <EditStep {...props} onDirty={setDirty} onCancel={isFirst ? onClose : () => go('info')} />
      )}
      {step === 'leave' && <LeaveStep {...props} onBack={() => go('info')} />}
    </Dialog>
  )
}

interface EditStepProps extends Pick<
  ItemSharingProps,
  'item' | 'note' | 'beside' | 'update' | 'stored' | 'onClose'
> {
  onDirty: (dirty: boolean) => void
  onCancel: () => void
}

function EditStep({ item, note, beside, update, stored, onDirty, onClose, onCancel }: EditStepProps) {
  const { id } = item
  return (
    <EditSharing
      item={item}
      save={(holders, ifModified) => update({ id, assocContexts: entriesOf(holders), ifModified })}
      stored={() => stored(id)}
      note={note}
      beside={beside}
      onDirty={onDirty}
      onDone={onClose}
      onCancel={onCancel}
    />
  )
}

interface LeaveStepProps extends Pick<
  ItemSharingProps,
  'noun' | 'context' | 'item' | 'lists' | 'onLeft' | 'onClose'
> {
  onBack: () => void
}

function LeaveStep({ noun, context, item, lists, onClose, onLeft = onClose, onBack }: LeaveStepProps) {
  const cache = useQueryClient()
  const left = () => {
    onLeft()
    void cache.invalidateQueries({ queryKey: lists })
  }
  return (
    <LeaveItem noun={noun} context={context} item={item} onLeft={left} onBack={onBack} onClose={onClose} />
  )
}

/** The step of the dialog; an item without shares begins with the form. `onOpened` is called when it opens or closes. */
function useStep(item: SharedItem, opened: boolean, onOpened: () => void) {
  const canShare = usePermission('can_share') === true
  const manages = ownLevel(item) === 'admin'
  const first: Step = manages && canShare && holdersOf(item).length === 0 ? 'edit' : 'info'
  // Fixed on opening: saving the first share changes `first` while the form is still visible.
  const [pinned, pin] = useState<{ opened: boolean; first: Step; step: Step }>({
    opened: false,
    first,
    step: first,
  })
  if (pinned.opened !== opened) {
    pin(opened ? { opened, first, step: first } : { ...pinned, opened })
    onOpened()
  }
  const step = pinned.step === 'edit' && !manages ? 'info' : pinned.step
  return { step, isFirst: pinned.first === step, go: (next: Step) => pin({ ...pinned, step: next }) }
}
