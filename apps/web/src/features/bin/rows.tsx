import type { DeletedItem } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { useToday } from '#lib/days.ts'
import { Button } from '#ui/button.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useItemKinds, useRestore } from '#features/items/index.ts'
import css from './bin.module.css'

interface BinRowsProps {
  items: readonly DeletedItem[]
  onErase: (item: DeletedItem) => void
}

/** Deleted items with what they were, who deleted them, and how long they stay. */
export function BinRows({ items, onErase }: BinRowsProps) {
  const { t } = useTranslation('bin')
  return (
    <ul className={css.rows} aria-label={t('list')}>
      {items.map((item) => (
        <Row key={item.id} item={item} onErase={() => onErase(item)} />
      ))}
    </ul>
  )
}

function Row({ item, onErase }: { item: DeletedItem; onErase: () => void }) {
  const { t } = useTranslation('bin')
  const restore = useRestore()
  const icon = useKindIcon(item.kind)
  const { id, name } = item
  return (
    <li className={css.row}>
      <Icon name={icon} />
      <span className={css.named}>
        <span className={`cut ${css.name}`} dir="auto" title={name}>
          {name}
        </span>
        <ItemDetails item={item} />
      </span>
      <Button
        size="small"
        busy={restore.isPending}
        aria-label={t('restoreNamed', { name })}
        onClick={() => restore.mutate({ id, name })}
      >
        {t('restore')}
      </Button>
      <IconButton icon="trash" label={t('eraseNamed', { name })} onClick={onErase} />
    </li>
  )
}

const DAY_MS = 86_400_000

function ItemDetails({ item }: { item: DeletedItem }) {
  const { t } = useTranslation(['bin', 'kinds'])
  const format = useFormat()
  const { kind, deleted, deletedBy, ends, shares } = item
  const left = (Date.parse(ends) - useToday().getTime()) / DAY_MS
  const facts = [
    isOwn(kind) ? t(`kinds.${kind}`) : t(`kinds:${kind}.item`, { defaultValue: '' }),
    format.moment(deleted),
    deletedBy === null ? t('byNobody') : t('by', { name: deletedBy }),
    ...(shares > 0 ? [t('shared', { count: shares })] : []),
    left < 1 ? t('endsToday') : t('ends', { count: Math.ceil(left) }),
  ]
  return <span className={css.facts}>{facts.filter(Boolean).join(' · ')}</span>
}

/** Projects are no kind of items in the page (docs/decisions/0145-projects-are-no-kind-of-the-web.md). */
const OWN_ICONS = { chats: 'message', projects: 'folders' } as const satisfies Record<string, IconName>
const isOwn = (kind: string): kind is keyof typeof OWN_ICONS => Object.hasOwn(OWN_ICONS, kind)

function useKindIcon(kind: string): IconName {
  const kinds = useItemKinds()
  if (isOwn(kind)) return OWN_ICONS[kind]
  return kinds.find(({ noun }) => noun === kind)?.list.icon ?? 'trash'
}
