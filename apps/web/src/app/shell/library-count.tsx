import { useFailedItems, useItemCounts, type ItemKind } from '#features/items/index.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import css from './navigation.module.css'

/** The number of items of a kind that the user can read, or of those that failed; nothing while it is not known. */
export function LibraryCount({ kind }: { kind: ItemKind }) {
  const [count] = useItemCounts([kind])
  const failed = useFailedItems([kind])
  const format = useFormat()
  const { t } = useTranslation('shell')
  if (failed > 0)
    return (
      <span className={css.failed}>
        <i aria-hidden="true" /> {t('library.failed', { count: failed })}
      </span>
    )
  // The name of the link stays that of its page.
  return (
    count !== undefined && (
      <span className={css.count} aria-hidden>
        {format.number(count)}
      </span>
    )
  )
}

/** Keeps a failure visible while the library is folded. */
export function FoldedFailure({ kinds }: { kinds: readonly ItemKind[] }) {
  const { t } = useTranslation('shell')
  const failed = useFailedItems(kinds)
  if (failed === 0) return null
  return (
    <span className={css.failed}>
      <i aria-hidden="true" />
      <span className="sr">{t('library.failed', { count: failed })}</span>
    </span>
  )
}
