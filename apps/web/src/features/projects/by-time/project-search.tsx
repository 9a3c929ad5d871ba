import type { KeyboardEvent, RefObject } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import css from './project-search.module.css'

interface ProjectSearchProps {
  text: string
  onText: (text: string) => void
  /** The searched list; Arrow down moves the focus into it. */
  list: RefObject<HTMLElement | null>
}

/** Searches the user's chats and projects by name and description; Escape clears. */
export function ProjectSearch({ text, onText, list }: ProjectSearchProps) {
  const { t } = useTranslation('shell')
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown') {
      const first = list.current?.querySelector<HTMLElement>('[data-row]')
      if (first) event.preventDefault()
      first?.focus()
    }
    if (event.key === 'Escape') onText('')
  }
  return (
    <div className={css.search} role="search" aria-label={t('search')} data-tour="search">
      <Icon name="search" />
      <input
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        // In a drawer, Escape first clears the field and does not close the drawer.
        data-mantine-stop-propagation={text !== ''}
        aria-label={t('searchLabel')}
        placeholder={t('search')}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKey}
      />
      {text !== '' && (
        <IconButton
          icon="x"
          iconSize={14}
          label={t('clearSearch')}
          className={css.clear}
          onClick={(event) => {
            onText('')
            event.currentTarget.parentElement?.querySelector('input')?.focus()
          }}
        />
      )}
    </div>
  )
}
