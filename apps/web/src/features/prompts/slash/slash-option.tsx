import type { SavedPrompt } from '@polylogue/contract'
import { useEffect, useRef } from 'react'
import css from './slash.module.css'

interface SlashOptionProps {
  id: string
  prompt: SavedPrompt
  active: boolean
  onChoose: () => void
}

/** A prompt in the list; the field has the focus and handles its keys. */
export function SlashOption({ id, prompt, active, onChoose }: SlashOptionProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className={css.option}
      onClick={onChoose}
      onKeyDown={(event) => event.key === 'Enter' && onChoose()}
    >
      <b className="cut" dir="auto">
        {prompt.title}
      </b>
      <span className="cut" dir="auto">
        {prompt.prompt.slice(0, 300)}
      </span>
    </div>
  )
}
