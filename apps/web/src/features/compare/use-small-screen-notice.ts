import { useEffect, useEffectEvent } from 'react'
import { useNotices } from '#lib/notices.ts'
import { recall, remember } from '#lib/preferences.ts'
import { useTranslation } from '#lib/texts.ts'

/** Phones and tablets: a narrow window of a desktop has keyboard and mouse and gets no notice. */
const MOBILE = '(max-width: 640px), (max-width: 1024px) and (pointer: coarse)'

/** Explains once per browser what a comparison lacks on a small screen; everything else works there. */
export function useSmallScreenNotice(): void {
  const { t } = useTranslation('compare')
  const notices = useNotices()
  const showNotice = useEffectEvent(() => {
    if (recall('smallScreenTold') !== null) return
    remember('smallScreenTold', 'true')
    notices.show({ kind: 'info', title: t('smallScreen'), text: t('smallScreenText') })
  })
  useEffect(() => {
    const query = window.matchMedia(MOBILE)
    const look = () => {
      if (query.matches) showNotice()
    }
    look()
    query.addEventListener('change', look)
    return () => query.removeEventListener('change', look)
  }, [])
}
