import { useEffect, useRef } from 'react'
import { COMPOSER } from '../../lib/composer-focus.ts'
import { useErrorMessage } from '../../lib/problem.ts'
import { useTranslation } from '../../lib/texts.ts'
import { MenuItem, MenuLink, MenuRule } from '../../ui/menu.tsx'
import css from './batch-items.module.css'
import { IDEAS_PAGE } from './dialog-names.ts'
import { useBatch } from './use-batch.ts'

/** Four ideas in a menu; a click passes the text on, and nothing is sent. */
export function BatchItems({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useTranslation('ideas')
  const errorMessage = useErrorMessage()
  const { data, error, isPending, isPlaceholderData, next, refetch } = useBatch()
  const choose = (text: string) => {
    onChoose(text)
    // The menu returns the focus to its button in a timer that it sets now; this one must run later.
    setTimeout(() => selectFirstPlace(text), 50)
  }
  const ideas = data?.ideas ?? []
  const box = useFirstFocused(data !== undefined)
  return (
    <div ref={box} role="none" className={css.batch} data-busy={isPlaceholderData || undefined}>
      {ideas.map(({ id, prompt }) => (
        <MenuItem key={id} onSelect={() => choose(prompt)}>
          <span dir="auto" className={css.idea}>
            {prompt}
          </span>
        </MenuItem>
      ))}
      {ideas.length === 0 && (
        <Instead text={isPending ? t('loading') : error ? errorMessage(error).sentence : t('none')} />
      )}
      <MenuRule />
      {error ? (
        <MenuItem icon="refresh" stays onSelect={() => void refetch()}>
          {t('again')}
        </MenuItem>
      ) : (
        <MenuItem icon="refresh" stays disabled={ideas.length === 0} onSelect={next}>
          {t('more')}
        </MenuItem>
      )}
      <MenuLink icon="bulb" to={IDEAS_PAGE}>
        {t('all')}
      </MenuLink>
    </div>
  )
}

/** Focuses the first idea when the ideas are there: until then, the focus is on what is below them. */
function useFirstFocused(loaded: boolean) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (loaded) box.current?.querySelector<HTMLElement>('[role="menuitem"]:not(:disabled)')?.focus()
  }, [loaded])
  return box
}

const nothing = () => undefined

/** Shown in place of the ideas. */
const Instead = ({ text }: { text: string }) => (
  <MenuItem disabled onSelect={nothing}>
    <span className={css.idea}>{text}</span>
  </MenuItem>
)

/** Focuses the message field and selects the first placeholder of an inserted text, so that typing replaces it. */
function selectFirstPlace(text: string): void {
  const field = document.getElementById(COMPOSER)
  if (!(field instanceof HTMLTextAreaElement)) return
  field.focus()
  const place = /\{\{[^{}\n]{1,200}\}\}/.exec(text)
  const from = field.value.lastIndexOf(text)
  if (place && from >= 0) field.setSelectionRange(from + place.index, from + place.index + place[0].length)
}
