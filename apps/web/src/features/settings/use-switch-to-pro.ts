import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { useProMode } from './use-pro-mode.ts'

/**
 * Returns a function that switches to pro mode and announces it, for features listed by name in simple mode; undefined in
 * pro mode.
 */
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
