import type { Datasource } from '@polylogue/contract'
import { ItemSharing } from '../sharing/index.ts'
import { useStoredDatasource, useUpdateDatasource } from './api.ts'
import { datasourceKeys } from './keys.ts'

interface DatasourceSharingDialogProps {
  datasource: Datasource
  opened: boolean
  onClose: () => void
}

const asSharable = ({ summary, ...datasource }: Datasource) => ({ ...datasource, description: summary })

/** Shows and edits the shares of a data source, or leaves it. */
export function DatasourceSharingDialog({ datasource, ...dialog }: DatasourceSharingDialogProps) {
  const { mutateAsync: update } = useUpdateDatasource()
  const { mutateAsync: stored } = useStoredDatasource()
  return (
    <ItemSharing
      noun="datasources"
      item={asSharable(datasource)}
      update={update}
      stored={async (id) => asSharable(await stored(id))}
      lists={datasourceKeys.all}
      {...dialog}
    />
  )
}
