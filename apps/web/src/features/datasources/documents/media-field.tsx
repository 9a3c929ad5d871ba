import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { useConfig } from '#lib/config.ts'
import { FieldGroup } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { FileButton, Refused, useDropZone, useSortedFiles } from '#features/media/index.ts'
import { AddAddress, type NewAddress, type TypedAddress } from '#features/sites/index.ts'
import css from './media.module.css'

interface MediaFieldProps {
  on: {
    files: (files: readonly File[]) => void
    /** Resolves with whether the address was added. */
    address: (address: NewAddress) => Promise<boolean>
    /** Called when pictures begin to be converted, and when all are. */
    converting?: (isConverting: boolean) => void
  }
  typed: TypedAddress
  /** Number of documents, in words. */
  count: string | undefined
  /** The grid, and errors. */
  children: ReactNode
}

/** Adds documents: files and folders, chosen or dropped, and addresses. Shows those there are below. */
export function MediaField({ on, typed, count, children }: MediaFieldProps) {
  const { t } = useTranslation(['datasources', 'media'])
  const { refused, isConverting, add, dismiss } = useSortedFiles(on.files)
  const tell = useEffectEvent(() => on.converting?.(isConverting))
  useEffect(() => tell(), [isConverting])
  const { zone, over } = useDropZone(add)
  return (
    <FieldGroup label={t('form.documents')} hint={count}>
      <div
        ref={zone}
        className={css.field}
        role="group"
        aria-label={t('form.documents')}
        data-over={over || undefined}
      >
        <Bar onFiles={add} typed={typed} onAddress={on.address} />
        <WithoutRecognition />
        {isConverting && (
          <p className={css.without} role="status">
            {t('media:converting')}
          </p>
        )}
        {refused.length > 0 && <Refused files={refused} onFiles={add} onClose={dismiss} />}
        {children}
        {over && <p className={css.drop}>{t('media:drop')}</p>}
      </div>
    </FieldGroup>
  )
}

/** Adds the packages of text recognition (docs/operating.md). */
const INSTALL = 'npm ci --include=optional'

/** Says before documents are added that scans among them are not read. */
function WithoutRecognition() {
  const { t } = useTranslation(['datasources', 'media'])
  const { recognition } = useConfig()
  if (recognition === 'on') return null
  return (
    <p className={css.without}>
      <Icon name="info-circle" size={14} />
      <span>
        {t(`media:recognition.${recognition}`)}
        {recognition === 'missing' && <code dir="ltr">{INSTALL}</code>}
      </span>
    </p>
  )
}

interface BarProps {
  onFiles: (files: readonly File[]) => void
  typed: TypedAddress
  onAddress: (address: NewAddress) => Promise<boolean>
}

function Bar({ onFiles, typed, onAddress }: BarProps) {
  const { t } = useTranslation(['datasources', 'media'])
  return (
    <div className={css.bar}>
      <FileButton icon="upload" label={t('media:addFiles')} name={t('media:files')} onFiles={onFiles} />
      <FileButton
        icon="folder-plus"
        label={t('media:addFolder')}
        name={t('media:folder')}
        folder
        onFiles={onFiles}
      />
      <AddAddress typed={typed} onAddress={onAddress} />
    </div>
  )
}
