import { useEffect, useEffectEvent } from 'react'
import { ApiProblem } from '../../lib/api.ts'
import { useNotices } from '../../lib/notices.ts'
import { useErrorMessage } from '../../lib/problem.ts'
import { useTranslation } from '../../lib/texts.ts'

/** Says that the prompt of the address cannot be loaded, and removes it from the address. */
export function GonePrompt({ error, onClose }: { error: Error; onClose: () => void }) {
  const { t } = useTranslation('prompts')
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const tell = useEffectEvent(() => {
    const isGone = error instanceof ApiProblem && error.status >= 400 && error.status < 500
    if (isGone) notices.show({ kind: 'warning', title: t('gone') })
    else notices.show({ kind: 'failure', title: t('oneLoadFailed'), text: errorMessage(error).sentence })
    onClose()
  })
  useEffect(() => tell(), [])
  return null
}
