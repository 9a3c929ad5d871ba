import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { useUserContextId } from '#features/contexts/index.ts'
import { useItemTexts, type ItemNoun } from '#features/items/index.ts'
import { useLeave } from './api.ts'
import type { SharedItem } from './holders.ts'

interface LeaveItemProps {
  noun: ItemNoun
  context: string | undefined
  item: SharedItem
  onLeft: () => void
  onBack: () => void
  onClose: () => void
}

/** Asks for confirmation, then leaves. The dialog closes also after an error (ACCESS-8). */
export function LeaveItem({ noun, context, item, onLeft, onBack, onClose }: LeaveItemProps) {
  const { t } = useTranslation('ui')
  const words = useItemTexts(noun)
  const errorMessage = useErrorMessage()
  const notices = useNotices()
  const own = useUserContextId()
  const leave = useLeave(item.context.id)
  const confirm = () =>
    leave.mutate(own, {
      onSuccess: () => {
        notices.show({ kind: 'done', title: words('left', { name: item.name }) })
        onLeft()
      },
      onError: (error) => {
        notices.show({
          kind: 'failure',
          title: words('cannotLeave', { context }),
          text: errorMessage(error).sentence,
        })
        onClose()
      },
    })
  return (
    <>
      <DialogBody>
        <p>{words('leaveQuestion', { name: item.name, context })}</p>
      </DialogBody>
      <DialogFoot>
        <Button size="large" onClick={onBack} autoFocus>
          {t('cancel')}
        </Button>
        <Button size="large" kind="bad" busy={leave.isPending} onClick={confirm}>
          {words('leave', { context })}
        </Button>
      </DialogFoot>
    </>
  )
}
