import type { GoldenRun, Scorecard } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import css from './results.module.css'
import { useFigures } from './use-figures.ts'

/** The scorecards of a run side by side. */
export function Scorecards({ run }: { run: GoldenRun }) {
  const { t } = useTranslation('goldensets')
  return (
    <ul className={css.cards} aria-label={t('score.title')}>
      {run.scorecards.map((card) => (
        <li key={card.modelTagId} className={css.card}>
          <Card card={card} />
        </li>
      ))}
    </ul>
  )
}

function Card({ card }: { card: Scorecard }) {
  const { t } = useTranslation('goldensets')
  const figures = useFigures()(card)
  return (
    <>
      <h2 className="cut" title={`${card.modelName} ${card.modelTagName}`}>
        {card.modelName} <span className="mono">{card.modelTagName}</span>
      </h2>
      <p className={css.passed}>
        <b className="num">{t('runs.score', card)}</b> {t('score.passed')}
      </p>
      <dl>
        {figures.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
