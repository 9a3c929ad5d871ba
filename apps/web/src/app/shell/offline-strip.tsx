import { useReach } from '../../lib/connection.ts'
import { useTranslation } from '../../lib/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import css from './offline-strip.module.css'

/** Stands above the page while the browser has no network, or the server gives no answer. */
export function OfflineStrip() {
  const { t } = useTranslation('shell')
  const reach = useReach()
  return (
    <div role="status">
      {reach !== 'reachable' && (
        <p className={css.strip}>
          <Icon name="wifi-off" />
          {t(reach)}
        </p>
      )}
    </div>
  )
}
