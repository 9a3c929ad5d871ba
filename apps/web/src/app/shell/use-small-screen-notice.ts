import { useEffect, useEffectEvent } from 'react'
import { useNotices } from '../../lib/notices.ts'
import { recall, remember } from '../../lib/preferences.ts'
import { useTranslation } from '../../lib/texts.ts'

/** Phones and tablets: a narrow window of a desktop has keyboard and mouse and gets no notice. */
const MOBILE = '(max-width: 640px), (max-width: 1024px) and (pointer: coarse)'

/** Explains the differences of small screens, once per browser. Not while the drawer covers the page. */
export function useSmallScreenNotice(drawer: boolean): void {
  const { t } = useTranslation('shell')
  const notices = useNotices()
  const showNotice = useEffectEvent(() => {
    if (recall('smallScreenTold') !== null) return
    remember('smallScreenTold', 'true')
    notices.show({ kind: 'info', title: t('smallScreen'), text: t('smallScreenText') })
  })
  useEffect(() => {
    if (drawer) return undefined
    const query = window.matchMedia(MOBILE)
    const look = () => {
      if (query.matches) showNotice()
    }
    look()
    query.addEventListener('change', look)
    return () => query.removeEventListener('change', look)
  }, [drawer])
}
