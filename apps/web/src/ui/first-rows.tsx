import { useState, type ReactNode } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from './button.tsx'
import css from './first-rows.module.css'

/** The first rows of a long table, and the button below it that shows all. */
export function useFirstRows<Row>(
  rows: readonly Row[],
  most: number,
): { shown: readonly Row[]; button: ReactNode } {
  const { t } = useTranslation('usage')
  const format = useFormat()
  const [all, setAll] = useState(false)
  if (all || rows.length <= most) return { shown: rows, button: null }
  const button = (
    <Button className={css.button} onClick={() => setAll(true)}>
      {t('showAll', { count: rows.length, number: format.number(rows.length) })}
    </Button>
  )
  return { shown: rows.slice(0, most), button }
}
