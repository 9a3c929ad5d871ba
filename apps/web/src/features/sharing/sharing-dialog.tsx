import { useState } from 'react'
import { useTranslation } from '../../lib/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useUserContextId } from '../contexts/index.ts'
import { usePermission } from '../session/index.ts'
import { EditSharing } from './edit-sharing.tsx'
import { holdersOf, ownLevel, type SharedItem, type SharingWays } from './holders.ts'
import { LeaveItem, type LeaveWords } from './leave-item.tsx'
import { SharingInfo } from './sharing-info.tsx'

interface SharingDialogProps {
  opened: boolean
  item: SharedItem
  words: LeaveWords
  ways: SharingWays
  /** Names a side effect of storing the shares. */
  note?: string | undefined
  onClose: () => void
}

type Step = 'info' | 'edit' | 'leave'

/** Shows the shares of an item; users who manage it can edit them, all but the owner can leave. */
export function SharingDialog({ opened, item, words, ways, note, onClose }: SharingDialogProps) {
  const { t } = useTranslation('sharing')
  const own = useUserContextId()
  const canShare = usePermission('can_share') === true
  const [dirty, setDirty] = useState(false)
  const manages = ownLevel(item) === 'admin'
  // Without shares, opens the form directly.
  const first = manages && canShare && holdersOf(item).length === 0 ? 'edit' : 'info'
  // Fixed on opening: saving the first share changes `first` while the form is still visible.
  const [pinned, pin] = useState<{ opened: boolean; first: Step; step: Step }>({
    opened: false,
    first,
    step: first,
  })
  if (pinned.opened !== opened) {
    pin(opened ? { opened, first, step: first } : { ...pinned, opened })
    setDirty(false)
  }
  const step = pinned.step === 'edit' && !manages ? 'info' : pinned.step
  const go = (next: Step) => pin({ ...pinned, step: next })
  return (
    <Dialog
      opened={opened}
      title={step === 'leave' ? words.leave : t('title', { name: item.name })}
      lead={step === 'edit' ? t('editLead') : undefined}
      width={step === 'leave' ? 480 : 640}
      dirty={step === 'edit' && dirty}
      onClose={onClose}
    >
      {step === 'info' && (
        <SharingInfo
          item={item}
          onEdit={manages ? () => go('edit') : undefined}
          onLeave={own !== 0 && item.ownerContextId !== own ? () => go('leave') : undefined}
          leaveVerb={words.leave}
          onClose={onClose}
        />
      )}
      {step === 'edit' && (
        <EditSharing
          item={item}
          ways={ways}
          note={note}
          onDirty={setDirty}
          onDone={onClose}
          onCancel={pinned.first === 'edit' ? onClose : () => go('info')}
        />
      )}
      {step === 'leave' && (
        <LeaveItem
          item={item}
          words={words}
          onLeft={ways.onLeft}
          onBack={() => go('info')}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}
