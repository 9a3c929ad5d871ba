import { useSyncExternalStore } from 'react'
import { useTranslation } from '../../lib/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import css from './offline-strip.module.css'

/** Stands above the page while the browser has no connection. */
export function OfflineStrip() {
  const { t } = useTranslation('shell')
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status">
      {!online && (
        <p className={css.strip}>
          <Icon name="wifi-off" />
          {t('offline')}
        </p>
      )}
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
