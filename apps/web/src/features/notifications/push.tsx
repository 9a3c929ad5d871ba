import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useAppName } from '#lib/config.ts'
import { entryOf, type Entry } from './entries.ts'
import { useUnread } from './use-unread.ts'
import { useWords } from './words.ts'

/** Shows new notifications as those of the browser while the page is hidden. Renders nothing. */
export function Push(): null {
  const { data } = useUnread()
  const app = useAppName()
  const navigate = useNavigate()
  const words = useWords()
  const last = useRef<number>(null)
  const show = useEffectEvent((entry: Entry) => {
    const { title, detail } = words(entry)
    // The tag replaces the earlier one of an entry that others were merged into, and the same one of another page.
    const shown = new Notification(title, { body: detail || app, tag: `polylogue-${entry.id}` })
    shown.addEventListener('click', () => {
      window.focus()
      shown.close()
      void navigate(entry.uri ?? '/notifications')
    })
  })
  useEffect(() => {
    if (!data) return
    const newest = Math.max(0, ...data.notifications.map(({ place }) => place))
    const before = last.current ?? newest
    last.current = Math.max(before, newest)
    if (document.visibilityState === 'visible' || Notification.permission !== 'granted') return
    for (const one of data.notifications) if (one.place > before) show(entryOf(one))
  }, [data])
  return null
}
