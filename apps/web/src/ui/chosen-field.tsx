import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import css from './chosen-field.module.css'
import { Field } from './field.tsx'

interface ChosenFieldProps {
  label: string
  /** What is chosen; undefined while the search for it is shown. */
  name: string | undefined
  /** Accessible name of the button that removes the choice. */
  clear: string
  onClear: () => void
  /** The field that searches for it. */
  children: ReactNode
}

/** A search for one thing; what was chosen takes its place, and the focus with it, until a click removes it. */
export function ChosenField({ label, name, clear, onClear, children }: ChosenFieldProps) {
  const place = useRef<HTMLDivElement>(null)
  const isChosen = name !== undefined
  const before = useRef(isChosen)
  useLayoutEffect(() => {
    const isReplaced = before.current !== isChosen
    before.current = isChosen
    // Choices that come with the address leave the focus where it is.
    if (!isReplaced || document.activeElement !== document.body) return
    place.current?.querySelector<HTMLElement>('button, input')?.focus()
  }, [isChosen])
  return (
    <div ref={place} className={css.place}>
      {isChosen ? (
        <Field label={label}>
          {(linked) => (
            <Button {...linked} className={css.chosen ?? ''} aria-label={clear} onClick={onClear}>
              <span className="cut">{name}</span>
              <span aria-hidden="true">×</span>
            </Button>
          )}
        </Field>
      ) : (
        children
      )}
    </div>
  )
}
