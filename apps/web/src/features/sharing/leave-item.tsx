import { useNotices } from '../../lib/notices.ts'
import { useTell } from '../../lib/problem.ts'
import { useTranslation } from '../../lib/texts.ts'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { useUserContextId } from '../contexts/index.ts'
import { useLeave } from './api.ts'
import type { SharedItem } from './holders.ts'

interface LeaveItemProps {
  kind: 'project'
  item: SharedItem
  onLeft: () => void
  onBack: () => void
  onClose: () => void
}

/** Asks, then leaves. The dialog closes also when that fails (chat specification, section 4). */
export function LeaveItem({ kind, item, onLeft, onBack, onClose }: LeaveItemProps) {
  const { t } = useTranslation(['sharing', 'ui'])
  const tell = useTell()
  const notices = useNotices()
  const own = useUserContextId()
  const leave = useLeave(item.contextId)
  const confirm = () =>
    leave.mutate(own, {
      onSuccess: () => {
        notices.show({ kind: 'done', title: t(`kinds.${kind}.left`, { name: item.name }) })
        onLeft()
      },
      onError: (error) => {
        notices.show({ kind: 'failure', title: t(`kinds.${kind}.cannotLeave`), text: tell(error).sentence })
        onClose()
      },
    })
  return (
    <>
      <DialogBody>
        <p>{t(`kinds.${kind}.leaveQuestion`, { name: item.name })}</p>
      </DialogBody>
      <DialogFoot>
        <Button size="large" onClick={onBack} autoFocus>
          {t('ui:cancel')}
        </Button>
        <Button size="large" kind="bad" busy={leave.isPending} onClick={confirm}>
          {t(`kinds.${kind}.leave`)}
        </Button>
      </DialogFoot>
    </>
  )
}
