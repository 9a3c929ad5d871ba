import type { Datasource } from '@polylogue/contract'
import { useMatch, useNavigate } from 'react-router'
import { useFormat } from '#lib/format.ts'
import { isGone, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog, DialogBody } from '#ui/dialog.tsx'
import { LoadFailed } from '#ui/states.tsx'
import { DeleteItem, useDialogItem, useItemDialogs } from '#features/items/index.ts'
import { ItemSharing } from '#features/sharing/index.ts'
import { useDatasource, useRemoveDatasource, useStoredDatasource, useUpdateDatasource } from './api.ts'
import { EditDatasourceDialog } from './form/edit-dialog.tsx'
import { NewDatasourceDialog } from './form/new-dialog.tsx'
import { datasourceKeys } from './keys.ts'
import { UseDialog } from './use/use-dialog.tsx'

/** The dialog that the address names. */
export function DatasourceDialogs({ opened }: { opened: boolean }) {
  const { id } = useItemDialogs('datasources')
  const { data: named, error, refetch } = useDatasource(opened ? id : null)
  const { item: datasource, isOpen, isAbout, close } = useDialogItem('datasources', named)
  const { mutateAsync: update } = useUpdateDatasource()
  const { mutateAsync: stored } = useStoredDatasource()
  return (
    <>
      <NewDatasourceDialog opened={isOpen('create')} onClose={close} />
      {datasource && (
        <>
          <EditDatasourceDialog
            key={`edit-${datasource.id}`}
            datasource={datasource}
            opened={isAbout('edit')}
            onClose={close}
          />
          <UseDialog
            key={`use-${datasource.id}`}
            datasource={datasource}
            opened={isAbout('use')}
            onClose={close}
          />
          <ItemSharing
            noun="datasources"
            item={asShared(datasource)}
            opened={isAbout('share')}
            update={update}
            stored={async (of) => asShared(await stored(of))}
            lists={datasourceKeys.all}
            onClose={close}
          />
        </>
      )}
      <DeleteDatasource opened={isAbout('remove')} of={datasource} onClose={close} />
      {id !== null && (
        <NotLoaded
          opened={opened && !isOpen('create') && error !== null && named === undefined}
          id={id}
          error={error}
          onRetry={() => void refetch()}
          onClose={close}
        />
      )}
    </>
  )
}

const asShared = ({ summary, ...datasource }: Datasource) => ({ ...datasource, description: summary })

interface NotLoadedProps {
  opened: boolean
  id: number
  error: Error | null
  onRetry: () => void
  onClose: () => void
}

/** Says why a data source that the address names cannot be shown. */
function NotLoaded({ opened, id, error, onRetry, onClose }: NotLoadedProps) {
  const { t } = useTranslation('datasources')
  const errorMessage = useErrorMessage()
  const problem = isGone(error) ? { sentence: t('gone') } : errorMessage(error)
  return (
    <Dialog opened={opened} title={t('title')} width={480} onClose={onClose}>
      <DialogBody>
        <LoadFailed title={t('oneLoadFailed', { id })} {...problem} onRetry={onRetry} />
      </DialogBody>
    </Dialog>
  )
}

interface DeleteDatasourceProps {
  opened: boolean
  of: Datasource | undefined
  onClose: () => void
}

/** Asks for confirmation, then deletes the data source; its own page leads to the list. */
function DeleteDatasource({ opened, of, onClose }: DeleteDatasourceProps) {
  const { t } = useTranslation('datasources')
  const format = useFormat()
  const navigate = useNavigate()
  const remove = useRemoveDatasource()
  const isShown = useMatch('/datasources/:id/*') !== null
  const { name = '', mediaCount: count = 0 } = of ?? {}
  return (
    <DeleteItem
      noun="datasources"
      item={of}
      question={t('deleteQuestion', { name, count, number: format.number(count) })}
      opened={opened}
      remove={remove}
      onClose={onClose}
      onDeleted={isShown ? () => void navigate('/datasources', { replace: true }) : undefined}
    />
  )
}
