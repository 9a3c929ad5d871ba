import type { AssocContext, Datasource } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../lib/texts.ts'
import { ItemSharingDialog } from '../sharing/index.ts'
import { useStoredDatasource, useUpdateDatasource } from './api.ts'
import { datasourceKeys } from './keys.ts'

interface DatasourceSharingDialogProps {
  datasource: Datasource
  opened: boolean
  onClose: () => void
}

const asSharable = ({ summary, ...datasource }: Datasource) => ({ ...datasource, description: summary })

/** Shows and edits the shares of a data source, or leaves it. */
export function DatasourceSharingDialog({ datasource, opened, onClose }: DatasourceSharingDialogProps) {
  const { t } = useTranslation('datasources')
  const cache = useQueryClient()
  const { mutateAsync: update } = useUpdateDatasource()
  const { mutateAsync: stored } = useStoredDatasource()
  const { id, name } = datasource
  const sharing = {
    words: {
      leave: t('leave'),
      question: t('leaveQuestion', { name }),
      left: t('left', { name }),
      cannotLeave: t('cannotLeave'),
    },
    update: (change: { assocContexts: AssocContext[]; ifModified: string }) => update({ id, ...change }),
    stored: async () => asSharable(await stored(id)),
    onLeft: () => {
      onClose()
      void cache.invalidateQueries({ queryKey: datasourceKeys.all })
    },
  }
  return (
    <ItemSharingDialog opened={opened} item={asSharable(datasource)} sharing={sharing} onClose={onClose} />
  )
}
