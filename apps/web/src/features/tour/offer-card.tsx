import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { useScenario } from './api.ts'
import css from './tour.module.css'
import { useTour } from './tour-context.tsx'

export function OfferCard() {
  const { t } = useTranslation('tour')
  const tour = useTour()
  const { data: scenario } = useScenario()
  if (!scenario?.enabled) return null
  return (
    <section className={css.offer} aria-label={t('offer')}>
      <h2>{t('offer')}</h2>
      <p>{t('offerText', { count: scenario.steps.length })}</p>
      <div className={css.buttons}>
        <Button size="small" onClick={tour.start}>
          {t('start')}
        </Button>
        <Button size="small" kind="quiet" onClick={tour.end}>
          {t('notNow')}
        </Button>
      </div>
    </section>
  )
}
