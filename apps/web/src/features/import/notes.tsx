import { useTranslation } from '#lib/texts.ts'
import type { ImportedChats, LeftOut } from './formats.ts'
import css from './import-dialog.module.css'

const KINDS = ['known', 'pictures', 'changes', 'split', 'cut', 'refused'] as const
type Kind = (typeof KINDS)[number]

/** Of many chats that are left out, so many are listed. */
const LISTED = 100

/** Says which parts of a file are not imported, and why. */
export function Notes({ found }: { found: Partial<Record<Kind, number>> | ImportedChats }) {
  const { t } = useTranslation('import')
  const counts: Partial<Record<Kind, unknown>> = { ...found }
  const left = 'left' in found ? found.left : []
  const sentences = KINDS.flatMap((kind) => {
    const count = Number(counts[kind] ?? 0)
    return count > 0 ? t(`note.${kind}`, { count }) : []
  })
  const unread = 'unread' in found ? found.unread : []
  if (unread.length > 0) sentences.push(t('unread', { names: unread.join(', ') }))
  if (sentences.length === 0 && left.length === 0) return null
  return (
    <ul className={css.notes}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {left.length > 0 && (
        <li>
          <LeftChats left={left} />
        </li>
      )}
    </ul>
  )
}

function LeftChats({ left }: { left: readonly LeftOut[] }) {
  const { t } = useTranslation('import')
  return (
    <details open={left.length === 1}>
      <summary>{t('left', { count: left.length })}</summary>
      <ul className={css.left}>
        {left.slice(0, LISTED).map(({ name, why }, index) => (
          <li key={index}>
            {t('leftOut.chat', { name: name || t('unnamed'), reason: t(`leftOut.${why}`) })}
          </li>
        ))}
        {left.length > LISTED && <li>{t('leftOut.more', { count: left.length - LISTED })}</li>}
      </ul>
    </details>
  )
}
