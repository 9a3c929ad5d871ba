import type { Datasource } from '@polylogue/contract'
import { Chip } from '#ui/chip.tsx'
import { LabelChip } from './label.tsx'

/** The label, categories and tags of a data source; nothing when it has none. */
export function DatasourceChips({ datasource, className }: { datasource: Datasource; className?: string }) {
  const { label, categories, tags } = datasource
  if (label === '' && categories.length + tags.length === 0) return null
  return (
    <div className={className}>
      <LabelChip datasource={datasource} />
      {categories.map(({ id, name }) => (
        <Chip key={id}>{name}</Chip>
      ))}
      {tags.map(({ id, name }) => (
        <Chip key={`tag-${id}`}>#{name}</Chip>
      ))}
    </div>
  )
}
