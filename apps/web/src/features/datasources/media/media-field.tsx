import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from '../../../lib/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldGroup } from '../../../ui/field.tsx'
import { RefusedFiles } from '../../../ui/refused-files.tsx'
import { AddAddress, type NewAddress, type TypedAddress } from '../addresses/index.ts'
import { ACCEPT, filesOfDrop, sortFiles, type RefusedFile } from '../upload/index.ts'
import css from './media.module.css'

interface MediaFieldProps {
  on: {
    files: (files: readonly File[]) => void
    /** Resolves with whether the address was added. */
    address: (address: NewAddress) => Promise<boolean>
  }
  typed: TypedAddress
  /** Number of documents, in words. */
  count: string | undefined
  /** The grid, and errors. */
  children: ReactNode
}

/** Adds documents: files and folders, chosen or dropped, and addresses. Shows those there are below. */
export function MediaField({ on, typed, count, children }: MediaFieldProps) {
  const { t } = useTranslation('datasources')
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const add = (files: readonly File[]) => {
    const sorted = sortFiles(files)
    setRefused(sorted.refused)
    if (sorted.accepted.length > 0) on.files(sorted.accepted)
  }
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
        {refused.length > 0 && <Refused files={refused} onClose={() => setRefused([])} />}
        {children}
        {over && <p className={css.drop}>{t('media.drop')}</p>}
      </div>
    </FieldGroup>
  )
}

/** Returns the ref of an element that takes dropped files and folders, and whether they are held over it. */
function useDropZone(onFiles: (files: readonly File[]) => void) {
  const zone = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState(false)
  const take = useEffectEvent(async (dropped: DataTransfer) => onFiles(await filesOfDrop(dropped)))
  useEffect(() => {
    const element = zone.current
    if (!element) return undefined
    const events = new AbortController()
    const on = (
      name: 'dragover' | 'dragleave' | 'drop',
      act: (event: DragEvent, data: DataTransfer) => void,
    ) =>
      element.addEventListener(
        name,
        (event) => event.dataTransfer?.types.includes('Files') && act(event, event.dataTransfer),
        events,
      )
    on('dragover', (event) => {
      event.preventDefault()
      setOver(true)
    })
    on('dragleave', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) setOver(false)
    })
    on('drop', (event, data) => {
      event.preventDefault()
      setOver(false)
      void take(data)
    })
    return () => events.abort()
  }, [])
  return { zone, over }
}

interface BarProps {
  onFiles: (files: readonly File[]) => void
  typed: TypedAddress
  onAddress: (address: NewAddress) => Promise<boolean>
}

function Bar({ onFiles, typed, onAddress }: BarProps) {
  const { t } = useTranslation('datasources')
  return (
    <div className={css.bar}>
      <FileButton icon="upload" label={t('media.addFiles')} name={t('media.files')} onFiles={onFiles} />
      <FileButton
        icon="folder-plus"
        label={t('media.addFolder')}
        name={t('media.folder')}
        folder
        onFiles={onFiles}
      />
      <AddAddress typed={typed} onAddress={onAddress} />
    </div>
  )
}

interface FileButtonProps {
  icon: 'upload' | 'folder-plus'
  label: string
  /** Accessible name of the hidden input. */
  name: string
  folder?: boolean
  onFiles: (files: readonly File[]) => void
}

function FileButton({ icon, label, name, folder = false, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={icon} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={(element) => {
          input.current = element
          if (element) element.webkitdirectory = folder
        }}
        type="file"
        multiple
        hidden
        aria-label={name}
        {...(folder ? {} : { accept: ACCEPT })}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}

/** Refused files that are named; of more, only the number is said. */
const NAMED = 20

function Refused({ files, onClose }: { files: readonly RefusedFile[]; onClose: () => void }) {
  const { t } = useTranslation('datasources')
  const rest = files.length - NAMED
  return (
    <RefusedFiles title={t('media.refusedTitle')} closeLabel={t('media.closeRefused')} onClose={onClose}>
      {files.slice(0, NAMED).map(({ name, why }, at) => (
        <li key={at}>{t(why === 'type' ? 'media.refusedType' : 'media.refusedEmpty', { name })}</li>
      ))}
      {rest > 0 && <li>{t('media.refusedMore', { count: rest })}</li>}
    </RefusedFiles>
  )
}
