import { useState } from 'react'
import { hasText } from '#lib/has-words.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { SkeletonLine, LoadFailed, Loading } from '#ui/states.tsx'
import { useIsInstalled } from '#features/plugins/index.ts'
import { useOwnActions, type ActionGroup } from './own-actions.ts'
import css from './own-tiles.module.css'
import { TileLink, useTileTitle } from './tile-view.tsx'
import { offeredTiles } from './tiles.ts'
import { useFacts } from './use-facts.ts'

/** Lists the shortcuts and tools that the user may use, filtered by the search text. */
export function OwnTiles({ permissions }: { permissions: readonly string[] }) {
  const isInstalled = useIsInstalled()
  const { t } = useTranslation('users')
  const { data, isError, refetch } = useOwnActions()
  const titleOf = useTileTitle()
  const [text, setText] = useState('')
  if (isError)
    return (
      <LoadFailed
        title={t('actions.failed')}
        sentence={t('actions.failedText')}
        onRetry={() => void refetch()}
      />
    )
  if (!data)
    return (
      <div className={css.waiting}>
        <Loading>
          <SkeletonLine height={104} />
        </Loading>
      </div>
    )
  const groups = data
    .map(({ id, tiles }) => ({
      id,
      tiles: offeredTiles(tiles, permissions, isInstalled).filter((tile) => hasText(titleOf(tile), text)),
    }))
    .filter(({ tiles }) => tiles.length > 0)
  return (
    <section className={css.all} aria-label={t('actions.label')}>
      <SearchField
        label={t('actions.filter')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {groups.map((group) => (
        <Group key={group.id} group={group} />
      ))}
      {groups.length === 0 && (
        <p className={css.none} role="status">
          {t('actions.noMatch', { text: text.trim() })}{' '}
          <Button size="small" onClick={() => setText('')}>
            {t('actions.clear')}
          </Button>
        </p>
      )}
    </section>
  )
}

function Group({ group }: { group: ActionGroup }) {
  const { t } = useTranslation('users')
  const factOf = useFacts()
  return (
    <section>
      <h2 className={css.title}>
        {t(`actions.groups.${group.id}` as 'actions.groups.tools', { defaultValue: group.id })}
      </h2>
      <ul className={css.tiles}>
        {group.tiles.map((tile) => (
          <li key={tile.id}>
            <TileLink tile={tile} fact={factOf(tile.id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
