import { useEffect, useState } from 'react'
import { useReach } from '#lib/connection.ts'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { useLiveState } from '#features/live/index.ts'
import css from './notifications.module.css'

/** A page that has just loaded, or comes back, connects within this time. */
const PATIENCE_MS = 3_000

/** Says that new notifications do not arrive at once, while the stream is not open. */
export function StreamState() {
  const { t } = useTranslation('notifications')
  const state = useLiveState()
  const isReachable = useReach() === 'reachable'
  const isLate = useLate(state !== 'open')
  const isLost = state !== 'open' && (isLate || !isReachable || state === 'closed')
  return (
    <div role="status">
      {isLost && (
        <p className={css.lost}>
          <Icon name="wifi-off" />
          <span>
            {t('stream.lost')}. {t(`stream.${state}`)}
          </span>
        </p>
      )}
    </div>
  )
}

/** The state in words, for the settings. */
export function StreamLine() {
  const { t } = useTranslation('notifications')
  return <p className={css.small}>{t(`stream.${useLiveState()}`)}</p>
}

/** Returns whether `waits` has been true for a while. */
function useLate(waits: boolean): boolean {
  const [late, setLate] = useState(false)
  if (!waits && late) setLate(false)
  useEffect(() => {
    if (!waits) return undefined
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [waits])
  return late
}
