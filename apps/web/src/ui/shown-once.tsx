import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { DialogBody, DialogFoot } from './dialog.tsx'
import { FieldGroup } from './field.tsx'
import { Icon } from './icon.tsx'
import { copyText } from './markdown/copy-text.ts'
import css from './shown-once.module.css'

interface ShownOnceProps {
  value: string
  words: {
    /** That it is not shown again. */
    once: string
    label: string
    hint: string
    copy: string
    copied: string
    notCopied: string
    done: string
  }
  /** Shown beside the button that closes. */
  hint?: ReactNode
  onDone: () => void
}

/** The inside of a dialog that shows a value once, such as a new key, with a button that copies it. */
export function ShownOnce({ value, words, hint, onDone }: ShownOnceProps) {
  const [copied, setCopied] = useState<boolean>()
  const button = useRef<HTMLButtonElement>(null)
  // Moves the focus here: the form that had it is unmounted.
  useEffect(() => button.current?.focus(), [])
  const copy = async () => setCopied(await copyText(value))
  return (
    <>
      <DialogBody>
        <p className={css.warning} role="status">
          <Icon name="alert-triangle" />
          <span>{words.once}</span>
        </p>
        <FieldGroup label={words.label} hint={words.hint}>
          <div className={css.line}>
            <output className={css.value} aria-label={words.label}>
              {value}
            </output>
            <Button icon={copied ? 'check' : 'copy'} ref={button} onClick={() => void copy()}>
              {copied ? words.copied : words.copy}
            </Button>
          </div>
          {copied === false && <p role="alert">{words.notCopied}</p>}
        </FieldGroup>
      </DialogBody>
      <DialogFoot hint={hint}>
        <Button size="large" kind="fill" onClick={onDone}>
          {words.done}
        </Button>
      </DialogFoot>
    </>
  )
}
