import { placeholdersOf } from '@polylogue/contract/browser'
import type { SavedPrompt } from '@polylogue/contract'
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react'
import { COMPOSER } from '../../../lib/composer-focus.ts'
import { useErrorMessage } from '../../../lib/problem.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import type { Filler } from '../../conversation/index.ts'
import { useFoundPrompts } from '../api.ts'
import { InsertDialog } from '../execute/index.ts'
import { EVERYTHING } from '../search.ts'
import { useOutputSentence } from '../use-output-name.ts'
import css from './slash.module.css'
import { SlashOption } from './slash-option.tsx'

interface SlashListProps {
  opened: boolean
  query: string
  filler: Filler
  onClose: () => void
}

/** The saved prompts above the composer: arrows move, Enter or a click chooses, Escape closes. */
export function SlashList({ opened, query, filler, onClose }: SlashListProps) {
  const [chosen, setChosen] = useState<SavedPrompt>()
  const [filling, setFilling] = useState(false)
  const sentenceOf = useOutputSentence()
  const insert = (text: string, { id }: SavedPrompt) => {
    setFilling(false)
    filler.replace(text, id)
  }
  const choose = (prompt: SavedPrompt) => {
    onClose()
    if (placeholdersOf(prompt.prompt).length === 0)
      return insert([prompt.prompt, sentenceOf(prompt.promptOutput)].filter(Boolean).join('\n\n'), prompt)
    setChosen(prompt)
    setFilling(true)
  }
  return (
    <>
      {opened && <Found query={query} filler={filler} onChoose={choose} onClose={onClose} />}
      {chosen && (
        <InsertDialog
          key={chosen.id}
          prompt={chosen}
          opened={filling}
          onInsert={(text) => insert(text, chosen)}
          onClose={() => setFilling(false)}
        />
      )}
    </>
  )
}

interface FoundProps extends Omit<SlashListProps, 'opened'> {
  onChoose: (prompt: SavedPrompt) => void
}

function Found({ query, filler, onChoose, onClose }: FoundProps) {
  const { t } = useTranslation('prompts')
  const errorMessage = useErrorMessage()
  const id = useId()
  const settled = useSettled(query, 200)
  const found = useFoundPrompts({ ...EVERYTHING, fields: ['title'], text: settled })
  // The previous result stays until the next one is there: only what fits the typed text can be chosen.
  const prompts = (found.data?.prompts ?? []).filter(({ title }) => hasText(title, query))
  const [at, setAt] = useState({ query, index: 0 })
  // Another query starts at its first prompt.
  if (at.query !== query) setAt({ query, index: 0 })
  const active = prompts[Math.min(at.index, prompts.length - 1)]
  const isWaiting = found.isPending || found.isPlaceholderData || settled !== query
  const move = (step: number) =>
    setAt({ query, index: (at.index + step + prompts.length) % Math.max(1, prompts.length) })
  useKeys(filler, {
    move,
    choose: () => active && onChoose(active),
    close: onClose,
    any: active !== undefined,
    isWaiting,
  })
  useComboboxField(prompts.length > 0 ? id : undefined, active && optionId(id, active.id), onClose)
  return (
    <div role="none" className={css.list} onMouseDown={(event) => event.preventDefault()}>
      {prompts.length > 0 && (
        <div id={id} role="listbox" aria-label={t('title')} className={css.options}>
          {prompts.map((prompt) => (
            <SlashOption
              key={prompt.id}
              id={optionId(id, prompt.id)}
              prompt={prompt}
              active={prompt === active}
              onChoose={() => onChoose(prompt)}
            />
          ))}
        </div>
      )}
      {found.isError ? (
        <p className={css.none} role="alert">
          {t('loadFailed')}: {errorMessage(found.error).sentence}
        </p>
      ) : (
        <p className={prompts.length === 0 && !isWaiting ? css.none : 'sr'} role="status">
          {isWaiting
            ? ''
            : prompts.length > 0
              ? t('slashFound', { count: found.data?.total ?? 0 })
              : settled === ''
                ? t('emptyTitle')
                : t('noMatch', { text: settled })}
        </p>
      )}
      <p className={css.keys} aria-hidden="true">
        {t('slashKeys')}
      </p>
    </div>
  )
}

const hasText = (title: string, query: string): boolean =>
  title.toLocaleLowerCase().includes(query.toLocaleLowerCase())

const optionId = (list: string, prompt: number): string => `${list}-${prompt}`

interface Ways {
  move: (step: number) => void
  choose: () => void
  close: () => void
  /** Whether there is something to choose; otherwise Enter sends. */
  any: boolean
  isWaiting: boolean
}

/** Handles the keys of the composer while the list is open. */
function useKeys(filler: Filler, ways: Ways): void {
  const onKey = useEffectEvent(({ key, shiftKey }: KeyboardEvent): boolean => {
    if (key === 'Escape') ways.close()
    else if (shiftKey) return false
    else if (!ways.any) {
      if (key !== 'Enter') return false
      // Sending the search text before its result is there would be a mistake.
      if (ways.isWaiting) return true
      // The text is sent as it is.
      ways.close()
      return false
    } else if (key === 'ArrowDown') ways.move(1)
    else if (key === 'ArrowUp') ways.move(-1)
    else if (key === 'Enter' || key === 'Tab') ways.choose()
    else return false
    return true
  })
  useEffect(() => filler.takeKeys((event) => onKey(event)), [filler])
}

/** Makes the composer a combobox for screen readers while the list is open; leaving it closes the list. */
function useComboboxField(list: string | undefined, active: string | undefined, onLeave: () => void): void {
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    const field = document.getElementById(COMPOSER)
    if (!field) return undefined
    const close = () => leave()
    field.addEventListener('blur', close)
    return () => field.removeEventListener('blur', close)
  }, [])
  useEffect(() => {
    const field = document.getElementById(COMPOSER)
    if (!field || list === undefined) return undefined
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': 'true',
      'aria-controls': list,
      ...(active === undefined ? {} : { 'aria-activedescendant': active }),
    }
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
    return () => Object.keys(attributes).forEach((name) => field.removeAttribute(name))
  }, [list, active])
}
