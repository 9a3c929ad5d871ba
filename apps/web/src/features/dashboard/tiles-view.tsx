import { useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { SkeletonLine, EmptyState, Loading } from '#ui/states.tsx'
import { useStoredSettings, useStoreSetting } from '#features/settings/index.ts'
import { useIsInstalled } from '#features/plugins/index.ts'
import css from './dashboard.module.css'
import { TileLink, TileToggle } from './tile-view.tsx'
import { offeredTiles, readHidden, toggleHidden, type Tile } from './tiles.ts'
import { useFacts } from './use-facts.ts'

/** The tiles, six per row; “Edit tiles” hides and restores them for the signed-in user. */
export function Tiles({ tiles, permissions }: { tiles: readonly Tile[]; permissions: readonly string[] }) {
  const isInstalled = useIsInstalled()
  const { t } = useTranslation('dashboard')
  const { data: stored } = useStoredSettings()
  const store = useStoreSetting()
  const factOf = useFacts()
  const [editing, setEditing] = useState(false)
  const hidden = readHidden(stored?.hiddenTiles)
  const all = offeredTiles(tiles, permissions, isInstalled)
  const shown = all.filter(({ id }) => !hidden.includes(id))
  const restoreAll = () => store('hiddenTiles', '[]')
  // From what is stored: the settings may not be loaded.
  const toggle = (id: string) =>
    store('hiddenTiles', (now) => JSON.stringify(toggleHidden(readHidden(now), id)))
  if (all.length === 0) return null
  return (
    <section aria-label={t('tilesLabel')} data-tour="dashboard">
      <div className={css.edit}>
        {editing && <p className={css.how}>{t('editText')}</p>}
        {editing && hidden.length > 0 && (
          <Button kind="quiet" onClick={restoreAll}>
            {t('restoreAll')}
          </Button>
        )}
        <Button kind="quiet" aria-pressed={editing} onClick={() => setEditing(!editing)}>
          {editing ? t('done') : t('edit')}
        </Button>
      </div>
      {shown.length === 0 && !editing ? (
        <EmptyState title={t('noItems')} text={t('noItemsText')}>
          <Button onClick={restoreAll}>{t('restoreAll')}</Button>
        </EmptyState>
      ) : (
        <ul className={css.tiles}>
          {(editing ? all : shown).map((tile) => (
            <li key={tile.id}>
              {editing ? (
                <TileToggle tile={tile} hidden={hidden.includes(tile.id)} onToggle={() => toggle(tile.id)} />
              ) : (
                <TileLink tile={tile} fact={factOf(tile.id)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Placeholder with the height of two rows of tiles. */
export function TilesSkeleton() {
  return (
    <div className={css.skeleton}>
      <Loading>
        <div className={css.tiles}>
          {Array.from({ length: 12 }, (_, index) => (
            <SkeletonLine key={index} height={104} />
          ))}
        </div>
      </Loading>
    </div>
  )
}
