import { useNotices } from '../../lib/notices.ts'
import { useTranslation } from '../../lib/texts.ts'
import { useProMode } from './use-pro-mode.ts'

/** Switches to pro mode at once and says so: what simple mode hides is offered under its name. Undefined in pro mode. */
export function useSwitchToPro(): (() => void) | undefined {
  const { t } = useTranslation('shell')
  const notices = useNotices()
  const { pro, choose } = useProMode()
  if (pro) return undefined
  return () => {
    choose(true)
    notices.show({ kind: 'info', title: t('proOn'), text: t('proText') })
  }
}
