import { useReach } from '../../lib/connection.ts'
import { useTranslation } from '../../lib/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import css from './offline-strip.module.css'

/** Shown above the page while the browser is offline or the server does not respond. */
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
