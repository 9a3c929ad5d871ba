import { useTranslation } from '../../lib/texts.ts'
import type { Found } from './formats.ts'
import css from './import-dialog.module.css'

const KINDS = ['known', 'pictures', 'empty', 'unreadable', 'split', 'cut'] as const
type Kind = (typeof KINDS)[number]

/** Says which parts of a file are not imported. */
export function Notes({ found }: { found: Partial<Record<Kind, number>> | Found }) {
  const { t } = useTranslation('import')
  const counts: Partial<Record<Kind, unknown>> = { ...found }
  const sentences = KINDS.flatMap((kind) => {
    const count = Number(counts[kind] ?? 0)
    return count > 0 ? t(`note.${kind}`, { count }) : []
  })
  if (sentences.length === 0) return null
  return (
    <ul className={css.notes}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
