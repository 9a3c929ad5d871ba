import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from '#lib/texts.ts'
import css from './clamped-text.module.css'

/** Text by a user, at most three lines until it is unfolded; `name` tells the buttons of a list apart. */
export function ClampedText({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation('ui')
  const text = useRef<HTMLParagraphElement>(null)
  const [isLong, setLong] = useState(false)
  const [whole, setWhole] = useState(false)
  useLayoutEffect(() => {
    const element = text.current
    if (!element || whole) return undefined
    const sizes = new ResizeObserver(() => setLong(element.scrollHeight > element.clientHeight + 1))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [children, whole])
  const label = whole ? t('showLess') : t('showMore')
  return (
    <>
      <p ref={text} dir="auto" className={css.text} data-whole={whole || undefined}>
        {children}
      </p>
      {isLong && (
        <button
          type="button"
          className={css.unfold}
          aria-expanded={whole}
          aria-label={`${label}: ${name}`}
          onClick={() => setWhole(!whole)}
        >
          {label}
        </button>
      )}
    </>
  )
}
