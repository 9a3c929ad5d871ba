import type { Model } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Problem } from '#ui/states.tsx'
import { useModels } from '#features/models/index.ts'
import { useViewer } from '#features/session/index.ts'
import { useChooseVectorModel, useVectorModel } from './api.ts'
import { localModelIn, minutesFor } from './offer.ts'
import css from './vectors.module.css'

/** Offers search by meaning while a local embedding model is deployed and none is chosen, to those who may choose it. */
export function VectorOffer() {
  const { data: viewer } = useViewer()
  const { data: models = [] } = useModels()
  const { data: chosen } = useVectorModel()
  const tag = localModelIn(models)
  if (chosen !== null || !tag || !viewer?.permissions.includes('can_update_model')) return null
  return <Offer tag={tag} />
}

function Offer({ tag: { id, fullName, size } }: { tag: Model['tags'][number] }) {
  const { t } = useTranslation('vectors')
  const errorMessage = useErrorMessage()
  const format = useFormat()
  const choose = useChooseVectorModel()
  const facts =
    size === null
      ? []
      : [
          t('offer.size', { size: format.size(size) }),
          t('offer.time', { count: minutesFor(size), minutes: format.number(minutesFor(size)) }),
        ]
  return (
    <section className={css.offer} aria-label={t('offer.title')}>
      <div>
        <b>{t('offer.title')}</b>
        <p>{t('offer.text', { name: fullName })}</p>
        {facts.length > 0 && <p className={css.small}>{facts.join(' · ')}</p>}
      </div>
      <Button busy={choose.isPending} onClick={() => choose.mutate(id)}>
        {t('offer.turnOn')}
      </Button>
      {choose.error && <Problem>{t('failed', { sentence: errorMessage(choose.error).sentence })}</Problem>}
    </section>
  )
}
