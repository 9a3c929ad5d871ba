import { useEffect, useEffectEvent } from 'react'
import { useNotices } from '#lib/notices.ts'
import { isGone, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog, DialogBody } from '#ui/dialog.tsx'
import { LoadFailed } from '#ui/states.tsx'

interface GonePromptProps {
  error: Error
  onRetry: () => void
  onClose: () => void
}

/** Says that the prompt of the address cannot be loaded: one that is gone leaves the address, another can be retried. */
export function GonePrompt({ error, onRetry, onClose }: GonePromptProps) {
  const { t } = useTranslation('prompts')
  const errorMessage = useErrorMessage()
  if (isGone(error)) return <Gone onClose={onClose} />
  return (
    <Dialog opened title={t('prompt')} width={480} onClose={onClose}>
      <DialogBody>
        <LoadFailed title={t('oneLoadFailed')} {...errorMessage(error)} onRetry={onRetry} />
      </DialogBody>
    </Dialog>
  )
}

function Gone({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('prompts')
  const notices = useNotices()
  const tell = useEffectEvent(() => {
    notices.show({ kind: 'warning', title: t('gone') })
    onClose()
  })
  useEffect(() => tell(), [])
  return null
}
