import { useId } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { useProposals } from './api.ts'
import css from './proposals.module.css'

/** Shows suggested prompts; a click passes the text on. Renders nothing without suggestions. */
export function Proposals({ onChoose }: { onChoose: (text: string) => void }) {
  const { t, i18n } = useTranslation('conversation')
  const { data = [], refetch, isFetching } = useProposals()
  const heading = useId()
  if (data.length === 0) return null
  return (
    <section aria-labelledby={heading} className={css.proposals}>
      <div className={css.head}>
        <h2 id={heading}>{t('proposals')}</h2>
        <Button kind="quiet" size="small" icon="refresh" busy={isFetching} onClick={() => void refetch()}>
          {t('otherProposals')}
        </Button>
      </div>
      <ul lang={i18n.language}>
        {data.map(({ uuId, category, proposal }) => (
          <li key={uuId}>
            <button type="button" onClick={() => onChoose(proposal)}>
              <span>{category}</span>
              {proposal}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
