import type { Idea } from '@polylogue/contract'
import { useEffect, useRef } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { MenuItem, MenuLink, MenuRule } from '#ui/menu.tsx'
import css from './batch-items.module.css'
import { IDEAS_PAGE } from './dialog-names.ts'
import { useBatch } from './use-batch.ts'

/** Four ideas in a menu; a click passes the idea on. */
export function BatchItems({ onChoose }: { onChoose: (idea: Idea) => void }) {
  const { t } = useTranslation('ideas')
  const errorMessage = useErrorMessage()
  const { data, error, isPending, isPlaceholderData, next, refetch } = useBatch()
  const ideas = data?.ideas ?? []
  const box = useFirstFocused(data !== undefined)
  return (
    <div ref={box} role="none" className={css.batch} data-busy={isPlaceholderData || undefined}>
      {ideas.map((idea) => (
        <MenuItem key={idea.id} onSelect={() => onChoose(idea)}>
          <span dir="auto" className={css.idea}>
            {idea.prompt}
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
