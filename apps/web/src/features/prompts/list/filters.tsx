import { PROMPT_SEARCH_FIELDS } from '@polylogue/contract/browser'
import { useTranslation } from '#lib/texts.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Menu, MenuCheck, MenuChoices } from '#ui/menu.tsx'
import { usePromptContexts } from '../api.ts'
import { LabelFilter, ManageLabels } from '#features/labels/index.ts'
import { toggledField, type Search } from '../search.ts'
import css from './list.module.css'

interface FiltersProps {
  search: Search
  onChange: (change: Partial<Search>) => void
}

/** The part of the repository, the fields to search in, and the filters by category and tag. */
export function Filters({ search, onChange }: FiltersProps) {
  const { t } = useTranslation('prompts')
  const { fields, categories, tags } = search
  const all = fields.length === PROMPT_SEARCH_FIELDS.length
  const label = all ? t('allFields') : fields.map((field) => t(`fields.${field}`)).join(', ')
  return (
    <div className={css.filters}>
      <ContextFilter value={search.context} onChange={(context) => onChange({ context })} />
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
      <ManageLabels />
      <span className="sp" />
      <LinkButton to="/goldensets" size="small">
        {t('goldenSets')}
      </LinkButton>
    </div>
  )
}

/** Chooses a named part of the repository; nothing when none is configured for the user. */
function ContextFilter({ value, onChange }: { value: number; onChange: (context: number) => void }) {
  const { t } = useTranslation('prompts')
  const { data: contexts = [] } = usePromptContexts()
  if (contexts.length === 0) return null
  const all = { value: '0', label: t('allContexts') }
  const options = [all, ...contexts.map(({ id, name }) => ({ value: String(id), label: name }))]
  const label = (options.find((option) => option.value === String(value)) ?? all).label
  return (
    <Menu
      target={
        <Button size="small" aria-label={t('context', { name: label })}>
          <span className="cut">{label}</span>
          <Icon name="selector" size={14} />
        </Button>
      }
    >
      <MenuChoices value={String(value)} options={options} onChange={(next) => onChange(Number(next))} />
    </Menu>
  )
}
