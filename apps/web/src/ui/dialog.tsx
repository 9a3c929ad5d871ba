import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import { Modal } from '@mantine/core'
import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type FormEvent,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '#lib/texts.ts'
import { Button } from './button.tsx'
import { DialogHead, TITLE } from './dialog-head.tsx'
import { scrollBox } from './scroll-box.ts'
import css from './dialog.module.css'
import { focusFirstWrong } from './first-wrong.ts'
import type { IconName } from './icon.tsx'
import { useInertPage } from './inert.ts'
import { openContent } from './open-content.ts'

export interface DialogProps {
  opened: boolean
  title: string
  /** One sentence about its purpose. */
  lead?: string | undefined
  /** Maximum width, in pixels or as a share of the window (`76%`); up to 1024 px it is a sheet from below. */
  width?: number | `${number}%`
  /** Maximum height of its form or body, in pixels or as a share of the window's; it scrolls. */
  height?: number | `${number}dvh` | undefined
  /** Unsaved input would be lost: closing asks first. */
  dirty?: boolean
  /** A step back in the browser's history that waits for the answer to the question. */
  back?: { readonly waits: boolean; stay(): void; go(): void } | undefined
  onClose: () => void
  children?: ReactNode
}

/**
 * A dialog: takes (`openContent`), traps and returns the focus, makes the page behind inert, closes with Escape. Contains
 * DialogBody and DialogFoot, inside a DialogForm when it saves something.
 */
export function Dialog({
  opened,
  title,
  lead,
  width = 640,
  height,
  dirty = false,
  back,
  onClose,
  children,
}: DialogProps) {
  const { t } = useTranslation('ui')
  const [leaving, setLeaving] = useState(false)
  const asking = leaving || back?.waits === true
  const setAsking = (next: boolean) => {
    setLeaving(next)
    if (!next) back?.stay()
  }
  useInertPage(opened)
  if (leaving && (!dirty || !opened)) setLeaving(false)
  const keepPlace = useKeptPlace(opened && !asking)
  // While it asks, Escape cancels the question.
  const leave = () => (dirty ? setAsking(!asking) : onClose())
  return (
    <Modal.Root
      opened={opened}
      onClose={leave}
      size={typeof width === 'string' ? width.replace('%', 'vw') : width}
      centered
      transitionProps={{ duration: 200, transition: 'fade' }}
      classNames={{ inner: css.inner ?? '', content: css.content ?? '' }}
    >
      <Modal.Overlay className={css.scrim ?? ''} />
      <Modal.Content
        ref={openContent}
        data-leaving={!opened || undefined}
        style={heightOf(height)}
        onFocus={keepPlace}
      >
        <DialogHead lead={lead} className={css.head} onClose={leave}>
          <Modal.Title {...TITLE}>{title}</Modal.Title>
        </DialogHead>
        {children}
        {asking && (
          <div className={css.asking} role="alertdialog" aria-label={t('discardQuestion')}>
            <p>{t('discardQuestion')}</p>
            <Button size="large" onClick={() => setAsking(false)} autoFocus>
              {t('keepEditing')}
            </Button>
            <Button size="large" kind="bad" onClick={back?.waits ? back.go : onClose}>
              {t('discard')}
            </Button>
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  )
}

/** Returns the focus, when `editing` begins again after the question, to where it was before. */
function useKeptPlace(editing: boolean) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    const { activeElement, body } = document
    // Safari gives the focus of a clicked button to the dialog.
    const isLost = activeElement === body || activeElement?.getAttribute('role') === 'dialog'
    if (editing && isLost) place.current?.focus({ preventScroll: true })
  }, [editing])
  return ({ currentTarget, target }: FocusEvent) => {
    // In React, the event also comes from a dialog that was opened from this one.
    const isEdited = currentTarget.contains(target) && !target.closest('[role="alertdialog"]')
    if (isEdited && target instanceof HTMLElement) place.current = target
  }
}

const heightOf = (height: DialogProps['height']) =>
  height === undefined
    ? {}
    : ({ '--dialog-form': typeof height === 'number' ? `${height}px` : height } as CSSProperties)

/** The dialog's form: Enter in a field submits it. */
export function DialogForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // In React, the event also reaches the form of a dialog from which this one was opened.
    event.stopPropagation()
    const form = event.currentTarget
    flushSync(onSubmit)
    focusFirstWrong(form)
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      {children}
    </form>
  )
}

interface DialogBodyProps {
  /** Accessible name, for a body without focusable content, which keyboards must be able to scroll. */
  label?: string
  children: ReactNode
}

/** The content of the dialog, with 20 px gaps; it scrolls, head and foot stay. */
export function DialogBody({ label, children }: DialogBodyProps) {
  return (
    <div className={css.body} data-dialog-body {...(label === undefined ? {} : scrollBox(label, 'region'))}>
      {children}
    </div>
  )
}

/** The foot of a dialog: Cancel and one filled button at the right, a hint at the left. */
export function DialogFoot({ hint, children }: { hint?: ReactNode; children: ReactNode }) {
  return (
    <div className={css.foot}>
      {hint && <span className={css.hint}>{hint}</span>}
      <span className="sp" />
      {children}
    </div>
  )
}

interface FormFootProps {
  /** Label of the submit button. */
  verb: string
  busy?: boolean
  disabled?: boolean
  icon?: IconName | undefined
  hint?: ReactNode
  onCancel: () => void
}

/** The foot of a form: Cancel, and the button that submits it. */
export function FormFoot({ verb, busy, disabled, icon, hint, onCancel }: FormFootProps) {
  const { t } = useTranslation('ui')
  return (
    <DialogFoot hint={hint}>
      <Button size="large" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button size="large" kind="fill" type="submit" icon={icon} busy={busy ?? false} disabled={disabled}>
        {verb}
      </Button>
    </DialogFoot>
  )
}
