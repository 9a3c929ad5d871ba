import type { ReactNode } from 'react'
import { useTranslation } from '#lib/texts.ts'
import css from './dialog-head.module.css'
import { IconButton } from './icon-button.tsx'

/** Props of the title that labels a dialog or sheet. */
export const TITLE = { className: css.title ?? '', component: 'h2', tabIndex: -1 } as const

interface DialogHeadProps {
  lead: string | undefined
  className: string | undefined
  onClose: () => void
  /** The title. */
  children: ReactNode
}

/** The head of a dialog or sheet: title, lead and close button. */
export function DialogHead({ lead, className = '', onClose, children }: DialogHeadProps) {
  const { t } = useTranslation('ui')
  return (
    <div className={`${css.head} ${className}`}>
      <div>
        {children}
        {lead && <p className={css.lead}>{lead}</p>}
      </div>
      <IconButton icon="x" label={t('close')} onClick={onClose} />
    </div>
  )
}
