import type { Project } from '@polylogue/contract'
import { DATASOURCE_STATUS } from '@polylogue/contract/browser'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useChooseForProject, useDatasource, useFoundDatasources } from '../api.ts'
import { EVERYTHING } from '../search.ts'
import { SourceStatus } from '../status.tsx'
import { useItemDialogs } from '#features/items/index.ts'
import { AmountField } from './amount-field.tsx'
import css from './of-project.module.css'

/** Chooses the data source of a project's new tabs, with its state, or creates one. */
export function DatasourceOfProject({ project }: { project: Project }) {
  const { t } = useTranslation('datasources')
  const dialogs = useItemDialogs('datasources')
  const choose = useChooseForProject(project)
  const found = useFoundDatasources(EVERYTHING)
  const { defaultDatasourceId: id } = project
  const { data: chosen } = useDatasource(id === 0 ? null : id)
  const ready = (found.data?.datasources ?? []).filter(({ status }) => status === DATASOURCE_STATUS.ready)
  const listed = chosen && ready.every((one) => one.id !== id) ? [chosen, ...ready] : ready
  return (
    <div className={css.field}>
      <SelectField
        label={t('ofProject.label')}
        value={String(id)}
        placeholder={t('lost')}
        options={[
          { value: '0', label: t('ofProject.none') },
          ...listed.map(({ id: one, name }) => ({ value: String(one), label: name })),
        ]}
        onChange={(value) => choose.mutate({ defaultDatasourceId: Number(value) })}
      />
      {id !== 0 && (
        <AmountField
          value={project.amountOfChunks}
          onChange={(amountOfChunks) => choose.mutate({ amountOfChunks })}
        />
      )}
      <div className={css.foot}>
        {chosen && <SourceStatus datasource={chosen} />}
        <span className="sp" />
        <Button kind="quiet" size="small" onClick={() => dialogs.show('create')}>
          {t('add')}
        </Button>
      </div>
    </div>
  )
}
