import type { FirstSteps } from '@polylogue/contract'
import { Link } from 'react-router'
import { useAppName } from '#lib/config.ts'
import { useTranslation } from '#lib/texts.ts'
import css from './first-steps.module.css'

/** Links to the set-up guide on the start page, with the next step. */
export function NextStep({ steps }: { steps: FirstSteps }) {
  const { t } = useTranslation('first-steps')
  const app = useAppName()
  const open = (['model', 'question', 'people'] as const).filter((step) => !steps[step])
  if (open[0] === undefined) return null
  return (
    <Link to="/" className={css.next}>
      <b>{t('title', { app })}</b>
      <span>{`${t('progress', { done: 3 - open.length, all: 3 })} · ${t(`${open[0]}.title`)}`}</span>
    </Link>
  )
}
