import { useViewerAttempts } from '#features/session/index.ts'
import { useReach } from '#lib/connection.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import css from './offline-strip.module.css'

/** Shown above the page while the browser is offline, the server does not respond, or the account could not be loaded. */
export function OfflineStrip() {
  const { t } = useTranslation(['shell', 'ui'])
  const reach = useReach()
  const { isLate, isRetrying, retry } = useViewerAttempts()
  return (
    <div role="status">
      {(isLate || reach !== 'reachable') && (
        <p className={css.strip}>
          <Icon name="wifi-off" />
          <span className={css.text}>{reach === 'reachable' ? t('accountMissing') : t(reach)}</span>
          {isLate && reach !== 'offline' && (
            <Button size="small" busy={isRetrying} onClick={retry}>
              {t('ui:tryAgain')}
            </Button>
          )}
        </p>
      )}
    </div>
  )
}
