import { useId, useState, type KeyboardEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { isShortcut } from '#lib/shortcuts.ts'
import { useTranslation } from '#lib/texts.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Icon } from '#ui/icon.tsx'
import { foundEntry, grouped, type Group, type Shown } from './entries.ts'
import { optionId, Options } from './options.tsx'
import css from './palette.module.css'
import { readSources, type PaletteSource } from './source.ts'
import { takeTyped } from './typed-ahead.ts'
import { useFinds } from './use-finds.ts'

/** What is known without the server, while only the archive is searched. */
const NOTHING = { projects: [], bookmarks: [], pages: [], actions: [] }

/** A search field with results: arrow keys select, Enter opens. */
export function Palette({ sources, onClose }: { sources: readonly PaletteSource[]; onClose: () => void }) {
  const { t } = useTranslation('palette')
  const id = useId()
  const [text, setText] = useState(takeTyped)
  const [onlyArchived, setOnlyArchived] = useState(false)
  const known = readSources(sources)
  const { finds, waiting, failed } = useFinds(text, onlyArchived ? 'only' : 'all')
  const archived = new Set(known.archived)
  const found = finds.map((find) =>
    foundEntry(find, archived.has(find.projectId) ? t('archived') : undefined),
  )
  const groups = grouped(onlyArchived ? NOTHING : known, found, text)
  const all = groups.flatMap(({ entries }) => entries)
  const choice = useChoice(all, text)
  const open = useOpen(onClose)
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && choice.entry) open(choice.entry)
    else if (isShortcut(event.nativeEvent, 'KeyK')) onClose()
    else if (!choice.move(event.key)) return
    event.preventDefault()
  }
  return (
    <div className={css.palette}>
      <div className={css.field}>
        <Icon name="search" />
        <input
          data-autofocus
          autoFocus
          type="text"
          role="combobox"
          aria-label={t('field')}
          aria-expanded
          aria-controls={id}
          aria-activedescendant={choice.entry && optionId(id, choice.entry.id)}
          aria-autocomplete="list"
          placeholder={t('field')}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
        />
      </div>
      {archived.size > 0 && (
        <div className={css.filter}>
          <Checkbox
            label={t('onlyArchived')}
            checked={onlyArchived}
            onChange={({ target }) => setOnlyArchived(target.checked)}
          />
        </div>
      )}
      <Options id={id} groups={groups} chosen={choice.entry?.id} onChoose={choice.choose} onOpen={open} />
      <State groups={groups} text={text} waiting={waiting} failed={failed} />
    </div>
  )
}

/** Returns the selected entry: the first until another is selected; typing resets it. */
function useChoice(all: readonly Shown[], text: string) {
  const [chosen, setChosen] = useState<{ id: string; text: string }>()
  const at = chosen?.text === text ? all.findIndex(({ id }) => id === chosen.id) : -1
  const place = Math.max(at, 0)
  const choose = (id: string) => setChosen({ id, text })
  const move = (key: string): boolean => {
    const last = all.length - 1
    const to = {
      ArrowDown: place === last ? 0 : place + 1,
      ArrowUp: place === 0 ? last : place - 1,
      Home: 0,
      End: last,
    }[key]
    const entry = to === undefined ? undefined : all[to]
    if (entry) choose(entry.id)
    return entry !== undefined
  }
  return { entry: all[place], choose, move }
}

/** Opens an entry and replaces the history entry of the palette, so that Back leads to the previous page. */
function useOpen(onClose: () => void): (entry: Shown) => void {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  return ({ target }) => {
    if ('to' in target) return void navigate(target.to, { replace: true })
    if ('dialog' in target) {
      const next = new URLSearchParams(params)
      next.set('dialog', target.dialog)
      return void navigate({ search: `?${next}` }, { replace: true })
    }
    onClose()
    if ('beside' in target) window.open(target.beside, '_blank', 'noreferrer')
    else target.act()
  }
}

/** Announces the results to screen readers, and shows the empty state. */
function State({
  groups,
  text,
  waiting,
  failed,
}: {
  groups: readonly Group[]
  text: string
  waiting: boolean
  failed: boolean
}) {
  const { t } = useTranslation('palette')
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  const none = count === 0 && !waiting
  const line = waiting
    ? t('searching')
    : failed
      ? t('failed')
      : none
        ? t('none', { text: text.trim() })
        : t('count', { count })
  return (
    <p className={css.state} role="status">
      {line}
    </p>
  )
}
