import { useState } from 'react'
import { useFormat } from '#lib/format.ts'
import { randomId } from '#lib/random-id.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useMediaViewer } from '#ui/media-viewer.tsx'
import { StatusSign, typeOf } from '#features/media/index.ts'
import { useSiteName, type NewAddress, type TypedAddress } from '#features/sites/index.ts'
import { MediaCard } from './media-card.tsx'
import { MediaField } from './media-field.tsx'
import { MediaGrid } from './media-grid.tsx'

/** A document that is added when its data source is created. */
export type ChosenDocument = { id: string; file: File } | { id: string; address: NewAddress }

interface ChosenState {
  readonly chosen: readonly ChosenDocument[]
  change(change: (chosen: readonly ChosenDocument[]) => readonly ChosenDocument[]): void
  /** Whether pictures are being converted, after which they are chosen. */
  readonly isConverting: boolean
  setConverting(isConverting: boolean): void
}

interface ChosenDocumentsProps {
  documents: ChosenState
  typed: TypedAddress
}

/** The documents of a new data source: they are kept in the dialog until it is created. */
export function ChosenDocuments({ documents, typed }: ChosenDocumentsProps) {
  const { chosen, change } = documents
  const { t } = useTranslation(['datasources', 'media'])
  const format = useFormat()
  const { show, viewer } = useMediaViewer()
  const siteName = useSiteName()
  const nameOf = ({ url, kind }: NewAddress) => (kind === 'page' ? url : siteName({ url, kind }))
  const add = (added: readonly ChosenDocument[]) => change((now) => [...now, ...added])
  const view = (file: File) =>
    show([{ name: file.name, type: file.type, size: file.size, load: () => Promise.resolve(file) }], 0)
  const on = {
    files: (files: readonly File[]) => add(files.map((file) => ({ id: randomId(), file }))),
    converting: documents.setConverting,
    address: (address: NewAddress) => {
      add([{ id: randomId(), address }])
      return Promise.resolve(true)
    },
  }
  return (
    <MediaField
      on={on}
      typed={typed}
      count={
        chosen.length > 0
          ? t('media:count', { count: chosen.length, number: format.number(chosen.length) })
          : undefined
      }
    >
      <MediaGrid>
        {chosen.map((one) => () => {
          const name = 'file' in one ? one.file.name : nameOf(one.address)
          return (
            <MediaCard
              key={one.id}
              name={name}
              type={'file' in one ? (typeOf(name) ?? '') : ''}
              isAddress={'address' in one}
              sign={<StatusSign status={0}>{t('status.pending')}</StatusSign>}
              open={
                'file' in one
                  ? { label: t('media:viewNamed', { name }), act: () => view(one.file) }
                  : undefined
              }
              menu={
                <IconButton
                  icon="x"
                  iconSize={14}
                  label={t('media:removeNamed', { name })}
                  onClick={() => change((now) => now.filter(({ id }) => id !== one.id))}
                />
              }
            />
          )
        })}
      </MediaGrid>
      {viewer}
    </MediaField>
  )
}

/** Holds the chosen documents. */
export function useChosenDocuments(): ChosenState {
  const [chosen, change] = useState<readonly ChosenDocument[]>([])
  const [isConverting, setConverting] = useState(false)
  return { chosen, change, isConverting, setConverting }
}
