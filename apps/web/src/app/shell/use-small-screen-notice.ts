import { useEffect, useEffectEvent } from 'react'
import { useNotices } from '../../lib/notices.ts'
import { recall, remember } from '../../lib/preferences.ts'
import { useTranslation } from '../../lib/texts.ts'

/** Once in a browser: what is different on a small screen. */
export function useSmallScreenNotice(small: boolean): void {
  const { t } = useTranslation('shell')
  const notices = useNotices()
  const tell = useEffectEvent(() => {
    if (recall('smallScreenTold') !== null) return
    remember('smallScreenTold', 'true')
    notices.show({ kind: 'info', title: t('smallScreen'), text: t('smallScreenText') })
  })
  useEffect(() => {
    if (small) tell()
  }, [small])
}
