import { PROMPT_SEARCH_FIELDS } from '@polylogue/contract/browser'
import { useTranslation } from '../../../lib/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu, MenuCheck } from '../../../ui/menu.tsx'
import { LabelFilter } from '../labels/index.ts'
import { toggledField, type Search } from '../search.ts'
import css from './list.module.css'

interface FiltersProps {
  search: Search
  onChange: (change: Partial<Search>) => void
}

/** The fields to search in, and the filters by category and tag. */
export function Filters({ search, onChange }: FiltersProps) {
  const { t } = useTranslation('prompts')
  const { fields, categories, tags } = search
  const all = fields.length === PROMPT_SEARCH_FIELDS.length
  const label = all ? t('allFields') : fields.map((field) => t(`fields.${field}`)).join(', ')
  return (
    <div className={css.filters}>
      <Menu
        target={
          <Button size="small" aria-label={t('searchIn', { fields: label })}>
            <span className="cut">{label}</span>
            <Icon name="selector" size={14} />
          </Button>
        }
      >
        {PROMPT_SEARCH_FIELDS.map((field) => (
          <MenuCheck
            key={field}
            checked={fields.includes(field)}
            onChange={() => onChange({ fields: toggledField(fields, field) })}
          >
            {t(`fields.${field}`)}
          </MenuCheck>
        ))}
      </Menu>
      <LabelFilter kind="categories" value={categories} onChange={(ids) => onChange({ categories: ids })} />
      <LabelFilter kind="tags" value={tags} onChange={(ids) => onChange({ tags: ids })} />
    </div>
  )
}
