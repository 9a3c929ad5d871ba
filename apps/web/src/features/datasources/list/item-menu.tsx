import type { Datasource } from '@polylogue/contract'
import { useNavigate } from 'react-router'
import { canWrite } from '#lib/can.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { ManageItem } from '#features/sharing/index.ts'
import { useItemDialogs } from '#features/items/index.ts'
import { useChooseForProject, useChooseForTab } from '../api.ts'
import { isSearchable } from '../ready.ts'
import type { OpenTab } from '#lib/open-tab.ts'

interface DatasourceMenuProps {
  datasource: Datasource
  openTab?: OpenTab | undefined
  /** On the page of the data source, which is open already. */
  opened?: boolean
}

/** What the user may do with a data source. */
export function DatasourceMenu({ datasource, openTab, opened = false }: DatasourceMenuProps) {
  const { t } = useTranslation('datasources')
  const navigate = useNavigate()
  const dialogs = useItemDialogs('datasources')
  const { id, name } = datasource
  const show = (dialog: string) => dialogs.show(dialog, id)
  return (
    <Menu position="bottom-end" target={<IconButton icon="dots" label={t('actionsFor', { name })} />}>
      {isSearchable(datasource) && (
        <MenuItem icon="circle-check" onSelect={() => show('use')}>
          {t('use')}
        </MenuItem>
      )}
      {openTab && canWrite(openTab.project) && <Stops id={id} openTab={openTab} />}
      {!opened && (
        <MenuItem icon="database" onSelect={() => void navigate(`/datasources/${id}`)}>
          {t('open')}
        </MenuItem>
      )}
      <ManageItem noun="datasources" item={datasource} />
    </Menu>
  )
}

/** Ends the use in the tab and in the new tabs of the project. */
function Stops({ id, openTab: { project, tab } }: { id: number; openTab: OpenTab }) {
  const { t } = useTranslation('datasources')
  const forTab = useChooseForTab(tab)
  const forProject = useChooseForProject(project)
  return (
    <>
      {tab.defaultDatasourceId === id && (
        <MenuItem icon="x" onSelect={() => forTab.mutate({ defaultDatasourceId: 0 })}>
          {t('stopInTab')}
        </MenuItem>
      )}
      {project.defaultDatasourceId === id && (
        <MenuItem icon="x" onSelect={() => forProject.mutate({ defaultDatasourceId: 0 })}>
          {t('stopInProject')}
        </MenuItem>
      )}
    </>
  )
}
