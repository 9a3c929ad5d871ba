import type { Datasource } from '@polylogue/contract'
import { useMatch, useNavigate } from 'react-router'
import { useLastItem } from '../items/index.ts'
import { useDialogsOf } from '../../lib/dialogs.ts'
import { useFormat } from '../../lib/format.ts'
import { isGone, useErrorMessage } from '../../lib/problem.ts'
import { useTranslation } from '../../lib/texts.ts'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { Dialog, DialogBody } from '../../ui/dialog.tsx'
import { LoadFailed } from '../../ui/states.tsx'
import { useDatasource, useRemoveDatasource } from './api.ts'
import { DATASOURCE, DATASOURCE_DIALOGS } from './dialog-names.ts'
import { EditDatasourceDialog, NewDatasourceDialog } from './form/index.ts'
import { DatasourceSharingDialog } from './sharing-dialog.tsx'
import { UseDialog } from './use/index.ts'

/** The dialog that the address names. */
export function OpenedDialogs({ opened }: { opened: boolean }) {
  const { open, id, close } = useDialogsOf(DATASOURCE)
  const { data: named, error, refetch } = useDatasource(opened ? id : null)
  const datasource = useLastItem(named)
  const shows = (name: string) => opened && open === name
  const of = (name: string) => named !== undefined && shows(name)
  return (
    <>
      <NewDatasourceDialog opened={shows(DATASOURCE_DIALOGS.create)} onClose={close} />
      {datasource && (
        <>
          <EditDatasourceDialog
            key={`edit-${datasource.id}`}
            datasource={datasource}
            opened={of(DATASOURCE_DIALOGS.edit)}
            onClose={close}
          />
          <UseDialog
            key={`use-${datasource.id}`}
            datasource={datasource}
            opened={of(DATASOURCE_DIALOGS.use)}
            onClose={close}
          />
          <DatasourceSharingDialog
            datasource={datasource}
            opened={of(DATASOURCE_DIALOGS.share)}
            onClose={close}
          />
        </>
      )}
      <DeleteDatasource opened={of(DATASOURCE_DIALOGS.remove)} of={datasource} onClose={close} />
      {id !== null && (
        <NotLoaded
          opened={opened && open !== DATASOURCE_DIALOGS.create && error !== null && named === undefined}
          id={id}
          error={error}
          onRetry={() => void refetch()}
          onClose={close}
        />
      )}
    </>
  )
}

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
    <DeleteDialog
      opened={opened}
      id={of?.id}
      remove={remove}
      words={{
        title: t('delete'),
        question: t('deleteQuestion', { name, count, number: format.number(count) }),
        verb: t('delete'),
        deleted: t('deleted', { name }),
        failed: (sentence) => t('deleteFailed', { sentence }),
      }}
      onClose={onClose}
      onDeleted={isShown ? () => void navigate('/datasources', { replace: true }) : undefined}
    />
  )
}
