import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import css from './route-failed.module.css'

/** Shown when a page crashed, or could not be loaded because a newer version is installed. A reload fixes both. */
export function RouteFailed() {
  const { t } = useTranslation('ui')
  return (
    <main className={css.page}>
      <EmptyState title={t('somethingBroke')} text={t('somethingBrokeText')}>
        <Button kind="fill" onClick={() => location.reload()}>
          {t('reload')}
        </Button>
      </EmptyState>
    </main>
  )
}
