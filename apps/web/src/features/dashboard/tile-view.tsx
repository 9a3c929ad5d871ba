import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useTranslation } from '#lib/texts.ts'
import { Icon, isIconName } from '#ui/icon.tsx'
import css from './dashboard.module.css'
import { inWords, type Tile } from './tiles.ts'

/** A tile that is a link, with one line of current facts. */
export function TileLink({ tile, fact }: { tile: Tile; fact: string | undefined }) {
  const { i18n } = useTranslation()
  const title = useTileTitle()(tile)
  const line = inWords(tile.text, i18n.language) || fact
  const inside = (
    <TileInside icon={tile.icon} title={title}>
      <span className={css.fact} title={line}>
        {line}
      </span>
    </TileInside>
  )
  const { search } = useLocation()
  if (tile.to.startsWith('?'))
    return (
      <Link to={{ search: withParams(search, tile.to) }} className={css.tile}>
        {inside}
      </Link>
    )
  // Addresses outside this app open in a new tab.
  if (/^(https?:|\/api\/|\/static\/)/.test(tile.to))
    return (
      <a href={tile.to} target="_blank" rel="noreferrer" className={css.tile}>
        {inside}
      </a>
    )
  return (
    <Link to={tile.to} className={css.tile}>
      {inside}
    </Link>
  )
}

/** A tile in edit mode: a click hides or shows it. */
export function TileToggle({
  tile,
  hidden,
  onToggle,
}: {
  tile: Tile
  hidden: boolean
  onToggle: () => void
}) {
  const { t } = useTranslation('dashboard')
  const title = useTileTitle()(tile)
  const state = hidden ? t('hidden') : t('shown')
  return (
    <button
      type="button"
      className={css.tile}
      data-hidden={hidden || undefined}
      aria-label={`${title} ${state}`}
      onClick={onToggle}
    >
      <TileInside icon={tile.icon} title={title}>
        <span className={css.fact}>
          <Icon name={hidden ? 'eye-off' : 'eye'} size={14} />
          {state}
        </span>
      </TileInside>
    </button>
  )
}

function TileInside({ icon, title, children }: { icon: string; title: string; children: ReactNode }) {
  return (
    <>
      <Icon name={isIconName(icon) ? icon : 'link'} size={20} />
      <b>{title}</b> {children}
    </>
  )
}

/** Returns the title of a tile: from the file, else the built-in text of a known tile or kind of item, else its id. */
export function useTileTitle(): (tile: Tile) => string {
  const { t, i18n } = useTranslation(['dashboard', 'kinds'])
  return (tile) =>
    inWords(tile.title, i18n.language) ||
    t(`tiles.${tile.id}` as 'tiles.help', {
      defaultValue: t(`kinds:${tile.id}.title`, { defaultValue: tile.id }),
    })
}

function withParams(search: string, more: string): string {
  const params = new URLSearchParams(search)
  for (const [name, value] of new URLSearchParams(more)) params.set(name, value)
  return `?${params}`
}
