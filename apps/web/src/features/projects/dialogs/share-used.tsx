import { useTranslation } from '#lib/texts.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import css from './share-used.module.css'
import { withoutShare, type UsedItem } from './used-items.ts'

interface ShareUsedProps {
  items: readonly UsedItem[]
  /** The people and groups that the project is shared with. */
  holders: readonly number[]
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Offers to share what a project uses, too, while somebody whom it is shared with could not use it. */
export function ShareUsed({ items, holders, checked, onChange }: ShareUsedProps) {
  const { t } = useTranslation('projects')
  const missing = items.filter((item) => withoutShare(holders, item).length > 0)
  if (missing.length === 0) return null
  const names = missing.map(({ name }) => t('used.name', { name })).join(', ')
  return (
    <div className={css.used}>
      <Checkbox
        label={t('used.share', { names })}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <p>{t('used.hint')}</p>
    </div>
  )
}
